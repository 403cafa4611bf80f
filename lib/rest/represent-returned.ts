import { ExactNumber } from '../core';
import type { DomainClass, MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import { leaf } from '../operations';
import { isModelInstance } from '../persistence';
import type { Access } from './access/access';
import { represent } from './representation';
import { readableSelection } from './selection/build-selection';

/**
 * What an answer shows of a value that domain code has returned: entities as generated answers show them, also inside
 * arrays and objects, whose names become snake_case; what says itself how it is written (`toJSON`) as it is.
 */
export function representReturned(registry: MetadataRegistry, value: unknown, access: Access): unknown {
  if (Array.isArray(value)) return value.map((element) => representReturned(registry, element, access));
  if (isModelInstance(value)) {
    const entity = registry.entity(value.constructor as DomainClass);
    return entity ? represent(leaf(value), readableSelection(registry, entity, access)) : value;
  }
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    snakeCase(name),
    representReturned(registry, inner, access),
  ]);
  return Object.fromEntries(members);
}

/** A plain object, or an instance of a class that only has fields: neither a date nor bytes nor a stream. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  return !('toJSON' in value || Symbol.iterator in value || Symbol.asyncIterator in value || ArrayBuffer.isView(value));
}
