import { handlePromisesIn, isPromise } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { codecOf } from '../../values';
import { ComputedFieldError } from '../errors';
import { type Entity, isModelInstance } from '../models/domain-model';
import { getterInstance } from './getter-instance';
import type { Row } from './row';

/**
 * The value of a computed field; null when domain code loaded the row without the columns that the getter reads.
 *
 * @throws ComputedFieldError when the getter throws or returns a promise
 */
export function computedValue(entity: EntityMetadata, row: Row, field: FieldMetadata): unknown {
  const instance = getterInstance(entity, row);
  if (!isLoaded(instance, row, field)) return null;
  const value = wrapErrors(entity, field, () => instance[field.name as keyof Entity] as unknown);
  if (isPromise(value)) {
    value.then(undefined, () => undefined);
    throw new ComputedFieldError(
      entity,
      field,
      new TypeError('it returns a promise, and getters of computed fields must be synchronous'),
    );
  }
  return value ?? null;
}

/** The value of a computed field in a JSON response. */
export function computedJson(entity: EntityMetadata, row: Row, field: FieldMetadata): unknown {
  const value = computedValue(entity, row, field);
  if (value === null) return null;
  const { type } = field;
  return wrapErrors(entity, field, () => (type.kind === 'json' ? plainJson(value) : codecOf(type).write(value)));
}

function wrapErrors<T>(entity: EntityMetadata, field: FieldMetadata, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ComputedFieldError(entity, field, error);
  }
}

function isLoaded(instance: Entity, row: Row, { sources = [] }: FieldMetadata): boolean {
  if (!isModelInstance(row) || instance === row) return true;
  return sources.every(({ name }) => name in row.dataValues);
}

/** Rejects entities, whose hidden columns would be shown. */
function plainJson(value: unknown): unknown {
  handlePromisesIn(value);
  const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, written: unknown) {
    if (isModelInstance(this[key]))
      throw new TypeError('it returns an entity: return a plain object with the fields to show');
    if (isPromise(this[key])) throw new TypeError(`it returns a promise as ${key}: getters must be synchronous`);
    return written;
  });
  return text === undefined ? null : JSON.parse(text);
}
