import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Dialect } from '../database-url';
import { PersistenceError } from '../errors';

/** SQLite stores decimals as doubles. */
const EXACT_DIGITS_OF_SQLITE = 15;

/** SQLite stores greater ones as doubles. */
const MAX_INTEGER_OF_SQLITE = 2n ** 63n - 1n;

/** @throws PersistenceError FIELD_TYPE_UNSUPPORTED, DECIMAL_TOO_WIDE, BIGINT_TOO_WIDE */
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
  if (type.kind === 'integer' && dialect === 'sqlite' && type.max > MAX_INTEGER_OF_SQLITE) {
    throw new PersistenceError('BIGINT_TOO_WIDE', [entity.name, name]);
  }
}
