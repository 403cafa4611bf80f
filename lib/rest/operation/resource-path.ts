import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { singularize, snakeCase } from '../../naming';

/** The name of the last key in a path. */
export const KEY_PARAMETER = 'id';

/** A path parameter, and the class whose key it is. */
export interface ParentKey {
  readonly parameter: string;
  readonly entity: EntityMetadata;
}

/** The path of a root or collection, and its parent keys in order. */
export interface ResourcePath {
  /** `/orders/{order_id}/order_items`; of a single child `/orders/{id}/invoice` */
  readonly path: string;
  readonly parents: readonly ParentKey[];
}

/**
 * The path of a root or collection: `/orders`, `/orders/{order_id}/order_items`.
 *
 * @see Specification, "Path shapes produced for nested collections"
 */
export function resourcePath({ resourceName }: AggregateMetadata, collections: CollectionPath): ResourcePath {
  const parents: ParentKey[] = [];
  // The last key of a path is named {id}, also before a single child at its end.
  const last = collections.at(-1)?.kind === 'oneToOne' ? lastKeyed(collections) : undefined;
  let path = `/${resourceName}`;
  let parent = resourceName;
  for (const [index, { wireName, owner }] of collections.entries()) {
    if (hasKey(collections, index)) {
      const taken = parents.map(({ parameter }) => parameter);
      const parameter = index === last ? KEY_PARAMETER : unused(`${singularize(snakeCase(parent))}_id`, taken);
      parents.push({ parameter, entity: owner });
      path += `/{${parameter}}`;
    }
    path += `/${wireName}`;
    parent = wireName;
  }
  return { path, parents };
}

/** Whether the owner of a collection has a key in paths: a single child has none. */
export function hasKey(collections: CollectionPath, index: number): boolean {
  return index === 0 || collections[index - 1]!.kind !== 'oneToOne';
}

function lastKeyed(collections: CollectionPath): number {
  return collections.findLastIndex((_, index) => hasKey(collections, index));
}

/** Adds a number when two levels have names with the same singular. */
function unused(name: string, taken: readonly string[]): string {
  let candidate = name;
  for (let number = 2; taken.includes(candidate); number++) candidate = `${name}_${number}`;
  return candidate;
}
