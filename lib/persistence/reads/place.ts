import type { AggregateMetadata, CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';

/** What names an entity in a path, typed as its field. */
export type EntityKey = string | number;

/**
 * The roots of an aggregate, or one collection below given parents: `/orders/7/order_items` is the aggregate of
 * orders, the path `[orderItems]` and the parent key 7.
 */
export interface Place {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
  /** One for each step of the path, from the root down. */
  readonly parentKeys: readonly EntityKey[];
}

export function entityAt({ aggregate, path }: Pick<Place, 'aggregate' | 'path'>): EntityMetadata {
  return path.at(-1)?.target ?? aggregate.root;
}

export function collectionAt({ path }: Place): CollectionMetadata | undefined {
  return path.at(-1);
}
