import { ContentTooLargeException } from '../../core';
import { isObject, isPlainObject } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { Write } from './changes-draft';

/**
 * Bounds what one payload writes: the elements of its arrays at every level together, for each of the ids in the path.
 *
 * @throws ContentTooLargeException
 */
export function limitElements(entity: EntityMetadata, content: unknown, { maxItems, ids = 1 }: Write): void {
  const count = countElements(entity, content);
  if (count * ids <= maxItems) return;
  const all = ids > 1 ? `${count} elements for each of ${ids} ids, ${count * ids} together` : `${count} elements`;
  throw new ContentTooLargeException(`There are ${all}, nested ones included: send at most ${maxItems} at once.`);
}

/**
 * The same for what is no entity: the elements of all its arrays.
 *
 * @throws ContentTooLargeException
 */
export function limitArrayElements(maxItems: number, content: unknown): void {
  const count = elementsOf(content);
  if (count <= maxItems) return;
  throw new ContentTooLargeException(`There are ${count} elements in arrays: send at most ${maxItems} at once.`);
}

/**
 * The elements of a payload, or of an array of them, nested ones included. An array that is the value of a column is one
 * value; a single child counts as an element.
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

function elementsOf(content: unknown): number {
  if (!isObject(content)) return 0;
  let count = Array.isArray(content) ? content.length : 0;
  for (const inner of Object.values(content)) count += elementsOf(inner);
  return count;
}
