import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { fromText, jsonFrom } from './from-text';

/**
 * Content of a format in which every value is text (XML, CSV, forms), typed by the columns that the values are for, so
 * that it is read by the same rules as JSON. Nested values that stand as JSON text, as in a cell of CSV, are JSON, with
 * types of their own.
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
 * {@link typedContent} of a table. An empty cell stands in it for no value and for null alike: of a foreign key and its
 * reference, the one that is empty says nothing beside the other.
 */
export function typedRows(entity: EntityMetadata, content: unknown, within?: CollectionMetadata): unknown {
  const typed = typedContent(entity, content, within);
  if (!Array.isArray(typed)) return typed;
  const pairs = [...entity.references.values()].map(({ wireName, foreignKey }) => {
    return [wireName, entity.fields.get(foreignKey)!.wireName] as const;
  });
  return typed.map((row: unknown) => (isPlainObject(row) ? withoutEmptyHalves(row, pairs) : row));
}

function withoutEmptyHalves(
  row: Record<string, unknown>,
  pairs: readonly (readonly [string, string])[],
): Record<string, unknown> {
  const isEmptyBeside = (name: string, other: string) => row[name] === null && (row[other] ?? null) !== null;
  const empty = pairs.flatMap(([one, other]) => [
    ...(isEmptyBeside(one, other) ? [one] : []),
    ...(isEmptyBeside(other, one) ? [other] : []),
  ]);
  return empty.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !empty.includes(name)));
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
