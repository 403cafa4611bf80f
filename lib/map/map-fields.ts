import { type EntityMetadata, everyField, type FieldMetadata } from '../metadata';
import type { FieldType } from '../values';
import type { FieldMark, MapField } from './domain-map';

/** The fields that are part of payloads or responses: the key first, the timestamps last. */
export function mapFields(entity: EntityMetadata): MapField[] {
  return everyField(entity)
    .filter(isShown)
    .sort((one, other) => rank(entity, one) - rank(entity, other))
    .map((field) => ({
      name: field.wireName,
      type: typeText(field.type),
      values: field.type.kind === 'enum' || field.type.kind === 'set' ? field.type.values : undefined,
      marks: marksOf(entity, field),
    }));
}

function isShown({ access, origin }: FieldMetadata): boolean {
  return access !== 'hidden' && origin !== 'version' && origin !== 'deletedAt';
}

function rank({ key, primaryKey }: EntityMetadata, field: FieldMetadata): number {
  if (field === key) return 0;
  if (field === primaryKey) return 1;
  return field.origin === 'createdAt' || field.origin === 'updatedAt' ? 3 : 2;
}

function marksOf(entity: EntityMetadata, field: FieldMetadata): FieldMark[] {
  const isWritable = field.origin === 'payload' && field.access !== 'readOnly';
  const marks: Record<FieldMark, boolean> = {
    key: entity.isKeyed && field === entity.key,
    required: isWritable && !field.isNullable && !field.hasDefault,
    unique: field.isUnique && field !== entity.key,
    searchable: field.searchable !== undefined,
    'read-only': !isWritable,
    'write-only': field.access === 'writeOnly',
  };
  return (Object.keys(marks) as FieldMark[]).filter((mark) => marks[mark]);
}

function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'string':
      return `text(${type.maxLength})`;
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'float':
      return 'number';
    case 'datetime':
      return 'date-time';
    case 'opaque':
      return type.name;
    default:
      return type.kind;
  }
}
