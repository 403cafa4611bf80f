import type { AggregateMetadata, CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';

/** The key of an entity in a path, typed as its field. */
export type EntityKey = string | number;

/**
 * The roots of an aggregate, or one collection below given parents: `/orders/7/order_items` is the aggregate of
 * orders, the path `[orderItems]` and the parent key 7.
 */
export interface Place {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
  /**
   * One for each step of the path, from the root down; undefined behind a step to a single child, which no path names by
   * its key.
   */
  readonly parentKeys: readonly (EntityKey | undefined)[];
}

/** The entities of a place that are meant, by their keys; undefined for the single child that the place is for. */
export type WantedKeys = readonly EntityKey[] | undefined;

/** Those that the path names. */
export function parentKeysOf({ parentKeys }: Place): EntityKey[] {
  return parentKeys.filter((key) => key !== undefined);
}

export function entityAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>): EntityMetadata {
  return path.at(-1)?.target ?? aggregate.root;
}

export function collectionAt({ path }: Place): CollectionMetadata | undefined {
  return path.at(-1);
}
