import type { AggregateMetadata, CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';

/** The key of an entity in a path, of the type of its field. */
export type EntityKey = string | number;

/**
 * The roots of an aggregate, or one collection below given parents: `/orders/7/order_items` is the aggregate of
 * orders, the path `[orderItems]` and the parent key 7.
 */
export interface Place {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
  /** For each step of the path, from the root down; undefined behind a single child, which has no key in the path. */
  readonly parentKeys: readonly (EntityKey | undefined)[];
}

/** The keys of the requested entities; undefined for a single child. */
export type WantedKeys = readonly EntityKey[] | undefined;

/** The parent keys without those of single children. */
export function parentKeysOf({ parentKeys }: Place): EntityKey[] {
  return parentKeys.filter((key) => key !== undefined);
}

export function entityAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>): EntityMetadata {
  return path.at(-1)?.target ?? aggregate.root;
}

export function collectionAt({ path }: Place): CollectionMetadata | undefined {
  return path.at(-1);
}
