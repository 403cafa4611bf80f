import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { codecOf } from '../../values';
import { ComputedFieldError } from '../errors';
import { type Entity, isModelInstance } from '../models/domain-model';
import { getterInstance } from './getter-instance';
import type { Row } from './row';

/**
 * The value of the accessor of a computed field; null where domain code has loaded the row without the columns
 * that it reads.
 *
 * @throws ComputedFieldError for what the getter throws, and for a promise
 */
export function computedValue(entity: EntityMetadata, row: Row, field: FieldMetadata): unknown {
  const instance = getterInstance(entity, row);
  if (!isLoaded(instance, row, field)) return null;
  const value = attempt(entity, field, () => instance[field.name as keyof Entity] as unknown);
  if (isPromise(value)) {
    value.then(undefined, () => undefined);
    throw new ComputedFieldError(entity, field, new TypeError('it gives a promise, which no response waits for'));
  }
  return value ?? null;
}

/** The same as responses show it. */
export function computedJson(entity: EntityMetadata, row: Row, field: FieldMetadata): unknown {
  const value = computedValue(entity, row, field);
  if (value === null) return null;
  const { type } = field;
  return attempt(entity, field, () => (type.kind === 'json' ? plainJson(value) : codecOf(type).write(value)));
}

function attempt<T>(entity: EntityMetadata, field: FieldMetadata, work: () => T): T {
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

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null)?.then === 'function';
}

/** An entity in it would be shown past the marks on its columns. */
function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, written: unknown) {
    if (isModelInstance(this[key])) throw new TypeError('it gives an entity: make plain values of its fields');
    return written;
  });
  return text === undefined ? null : JSON.parse(text);
}
