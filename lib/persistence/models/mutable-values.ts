import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { valuesOf } from '../sequelize/instance';
import type { DomainModel, Entity } from './domain-model';

/** The values of an instance that code can change in place, by field: copies of JSON and dates, digests of bytes. */
export type MutableValues = ReadonlyMap<string, unknown>;

export function mutableValuesOf(instance: Entity): MutableValues {
  const attributes = (instance.constructor as DomainModel).getAttributes();
  const copies = new Map<string, unknown>();
  for (const [name, value] of Object.entries(valuesOf(instance))) {
    if (isMutable(value) && Object.hasOwn(attributes, name)) copies.set(name, copyOf(value));
  }
  return copies;
}

/** Marks the fields whose values no longer equal their copies as changed, so that `save` stores them. */
export function markChangedInPlace(instance: Entity, copies: MutableValues): void {
  const values = valuesOf(instance);
  for (const [name, copy] of copies) {
    if (instance.changed(name as never) || isDeepStrictEqual(copyOf(values[name]), copy)) continue;
    instance.changed(name as never, true);
  }
}

/** What is compared in place of bytes, which may be many. */
class Digest {
  constructor(readonly value: string) {}
}

function isMutable(value: unknown): value is object {
  return value instanceof Date || Buffer.isBuffer(value) || Array.isArray(value) || isPlain(value);
}

/** Instances of other classes, such as SQL expressions, are left alone. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function copyOf(value: unknown): unknown {
  if (value instanceof Date) return new Date(value);
  if (Buffer.isBuffer(value)) return new Digest(createHash('sha256').update(value).digest('base64'));
  if (Array.isArray(value)) return value.map(copyOf);
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]));
  return value;
}
