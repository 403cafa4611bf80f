import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { fromText, jsonFrom } from './from-text';

/**
 * Converts content of a text format (XML, CSV, forms) to JSON by the types of the columns. A nested value may also be
 * JSON text, as in a cell of CSV: its values have types of their own.
 */
export function typedContent(entity: EntityMetadata, content: unknown, within?: CollectionMetadata): unknown {
  if (Array.isArray(content)) return content.map((element) => typedContent(entity, element, within));
  if (!isPlainObject(content)) return content;
  const members = Object.entries(content).map(([wireName, value]) => [
    wireName,
    typedMember(entity, wireName, value, within),
  ]);
  return Object.fromEntries(members);
}

/**
 * {@link typedContent} of a table. Its empty cells mean null or no value: where only one of a reference and its foreign
 * key has a value, the empty other is dropped.
 */
export function typedRows(entity: EntityMetadata, content: unknown, within?: CollectionMetadata): unknown {
  const typed = typedContent(entity, content, within);
  if (!Array.isArray(typed)) return typed;
  const pairs = [...entity.references.values()].map(({ wireName, foreignKey }) => {
    return [wireName, entity.fields.get(foreignKey)!.wireName] as const;
  });
  return typed.map((row: unknown) => (isPlainObject(row) ? withoutEmptyTwins(row, pairs) : row));
}

/** @param pairs names that set the same value */
function withoutEmptyTwins(
  row: Record<string, unknown>,
  pairs: readonly (readonly [string, string])[],
): Record<string, unknown> {
  const emptyTwins = new Set<string>();
  for (const [reference, foreignKey] of pairs) {
    if (row[reference] === null && hasValue(row, foreignKey)) emptyTwins.add(reference);
    if (row[foreignKey] === null && hasValue(row, reference)) emptyTwins.add(foreignKey);
  }
  if (emptyTwins.size === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !emptyTwins.has(name)));
}

function hasValue(row: Record<string, unknown>, name: string): boolean {
  return (row[name] ?? null) !== null;
}

function typedMember(
  entity: EntityMetadata,
  wireName: string,
  value: unknown,
  within: CollectionMetadata | undefined,
): unknown {
  const name = entity.wireNames.toDomain(wireName) ?? '';
  const field = entity.fields.get(name) ?? entity.computed.get(name) ?? joinField(within, wireName);
  if (field) return fromText(field.type, value);
  const collection = entity.collections.get(name);
  const association = collection ?? entity.references.get(name);
  if (!association) return value;
  return typeof value === 'string' ? jsonFrom(value) : typedContent(association.target, value, collection);
}

function joinField(within: CollectionMetadata | undefined, wireName: string): FieldMetadata | undefined {
  return within && [...within.joinFields.values()].find((field) => field.wireName === wireName);
}
