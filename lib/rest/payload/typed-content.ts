import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { fromText, jsonFrom } from './from-text';

/**
 * Converts content of a text format (XML, CSV, forms) to JSON by the types of the columns. A nested value that is text,
 * as in a cell of CSV, is parsed as JSON.
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
 * {@link typedContent} of a table. An empty cell is null; if either a reference or its foreign key has a value, the empty
 * cell of the other is ignored.
 */
export function typedRows(entity: EntityMetadata, content: unknown, within?: CollectionMetadata): unknown {
  const typed = typedContent(entity, content, within);
  if (!Array.isArray(typed)) return typed;
  const pairs = [...entity.references.values()].map(({ wireName, foreignKey }) => {
    return [wireName, entity.fields.get(foreignKey)!.wireName] as const;
  });
  return typed.map((row: unknown) => (isPlainObject(row) ? withoutRedundantNulls(row, pairs) : row));
}

/** @param pairs the wire names of references and their foreign keys */
function withoutRedundantNulls(
  row: Record<string, unknown>,
  pairs: readonly (readonly [string, string])[],
): Record<string, unknown> {
  const redundant = new Set<string>();
  for (const [reference, foreignKey] of pairs) {
    if (row[reference] === null && hasValue(row, foreignKey)) redundant.add(reference);
    if (row[foreignKey] === null && hasValue(row, reference)) redundant.add(foreignKey);
  }
  if (redundant.size === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !redundant.has(name)));
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
