import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { singularize, snakeCase } from '../../naming';

/** The name of the last key in a path. */
export const KEY_PARAMETER = 'id';

/** A parameter of the path, and the class whose key it is. */
export interface ParentKey {
  readonly parameter: string;
  readonly entity: EntityMetadata;
}

/** The path of a resource or sub-resource, and its parent keys in order. */
export interface ResourcePath {
  /** `/orders/{order_id}/order_items`; of a single child `/orders/{id}/invoice` */
  readonly path: string;
  readonly parents: readonly ParentKey[];
}

/** @see Specification, "Path shapes produced for nested collections" */
export function resourcePath({ resourceName }: AggregateMetadata, collections: CollectionPath): ResourcePath {
  const parents: ParentKey[] = [];
  // The last key of a path is the one that ends it, or stands before the single child that does.
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

/** Whether the owner of a step has a key in paths. */
export function hasKey(collections: CollectionPath, index: number): boolean {
  return index === 0 || collections[index - 1]!.kind !== 'oneToOne';
}

function lastKeyed(collections: CollectionPath): number {
  return collections.findLastIndex((_, index) => hasKey(collections, index));
}

/** Two levels may have names with the same singular. */
function unused(name: string, taken: readonly string[]): string {
  let candidate = name;
  for (let number = 2; taken.includes(candidate); number++) candidate = `${name}_${number}`;
  return candidate;
}
