import { ContentTooLargeException } from '../../core';
import { isObject, isPlainObject } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { WriteContext } from './changes-draft';

/**
 * Limits the elements of all arrays of a payload together, for each of the ids in the path.
 *
 * @throws ContentTooLargeException
 */
export function limitElements(entity: EntityMetadata, content: unknown, { maxItems, ids = 1 }: WriteContext): void {
  const count = countElements(entity, content);
  if (count * ids > maxItems) throw tooManyElements(count, maxItems, ids);
}

export function tooManyElements(count: number, maxItems: number, ids: number): ContentTooLargeException {
  const total = ids > 1 ? `${count} elements for each of ${ids} ids, ${count * ids} together` : `${count} elements`;
  return new ContentTooLargeException(`There are ${total}, nested ones included: send at most ${maxItems} at once.`);
}

/**
 * Limits the elements of all arrays in the arguments of an action.
 *
 * @throws ContentTooLargeException
 */
export function limitArrayElements(maxItems: number, content: unknown): void {
  const count = countArrayElements(content);
  if (count > maxItems) throw tooManyArrayElements(count, maxItems);
}

export function tooManyArrayElements(count: number, maxItems: number): ContentTooLargeException {
  return new ContentTooLargeException(`There are ${count} elements in arrays: send at most ${maxItems} at once.`);
}

/**
 * The number of elements in a payload, or in an array of payloads, nested ones included. A single child counts as an
 * element; an array that is the value of a column does not.
 */
export function countElements(entity: EntityMetadata, content: unknown): number {
  let count = 0;
  if (Array.isArray(content)) {
    for (const element of content) count += 1 + countElements(entity, element);
  } else if (isPlainObject(content)) {
    for (const { wireName, target } of entity.collections.values()) {
      const nested = content[wireName];
      if (Array.isArray(nested)) count += countElements(target, nested);
      else if (isPlainObject(nested)) count += 1 + countElements(target, nested);
    }
  }
  return count;
}

function countArrayElements(content: unknown): number {
  if (!isObject(content)) return 0;
  let count = Array.isArray(content) ? content.length : 0;
  for (const nested of Object.values(content)) count += countArrayElements(nested);
  return count;
}
