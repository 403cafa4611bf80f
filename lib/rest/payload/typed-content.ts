import type { EntityMetadata } from '../../metadata';
import { fromText, jsonFrom } from '../values/from-text';

/**
 * Content of a format in which every value is text (XML, CSV, forms), typed by the columns that the values are for, so
 * that it is read by the same rules as JSON. Nested values that stand as JSON text, as in a cell of CSV, are read too.
 */
export function typedContent(entity: EntityMetadata, content: unknown): unknown {
  if (Array.isArray(content)) return content.map((element) => typedContent(entity, element));
  if (typeof content !== 'object' || content === null) return content;
  const members = Object.entries(content).map(([wireName, value]) => [wireName, typedMember(entity, wireName, value)]);
  return Object.fromEntries(members);
}

function typedMember(entity: EntityMetadata, wireName: string, value: unknown): unknown {
  const name = entity.wireNames.toDomain(wireName) ?? '';
  const field = entity.fields.get(name);
  if (field) return fromText(field.type, value);
  const association = entity.collections.get(name) ?? entity.references.get(name);
  if (!association) return value;
  return typedContent(association.target, typeof value === 'string' ? jsonFrom(value) : value);
}
