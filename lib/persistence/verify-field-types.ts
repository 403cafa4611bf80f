import type { EntityMetadata, FieldMetadata } from '../metadata';
import type { Dialect } from './database-url';
import { PersistenceError } from './errors';

/** SQLite stores decimals as doubles. */
const EXACT_DIGITS_OF_SQLITE = 15;

/** @throws PersistenceError FIELD_TYPE_UNSUPPORTED, DECIMAL_TOO_WIDE */
export function verifyFieldTypes(entities: readonly EntityMetadata[], dialect: Dialect): void {
  for (const entity of entities) {
    for (const field of entity.fields.values()) verifyFieldType(entity, field, dialect);
  }
}

function verifyFieldType(entity: EntityMetadata, { name, type, access }: FieldMetadata, dialect: Dialect): void {
  if (type.kind === 'opaque' && access !== 'hidden') {
    throw new PersistenceError('FIELD_TYPE_UNSUPPORTED', [entity.name, name, type.name]);
  }
  if (type.kind === 'decimal' && dialect === 'sqlite' && type.precision > EXACT_DIGITS_OF_SQLITE) {
    throw new PersistenceError('DECIMAL_TOO_WIDE', [entity.name, name, String(type.precision)]);
  }
}
