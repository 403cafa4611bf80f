import type { AggregateMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';

const known = new WeakMap<EntityMetadata, AggregateMetadata>();

/** Makes the aggregates of a registry available to {@link aggregateOf}. */
export function registerAggregates({ aggregates }: MetadataRegistry): void {
  for (const aggregate of aggregates) known.set(aggregate.root, aggregate);
}

/** The aggregate of a root; undefined for another class, or before its application has started. */
export function aggregateOf(root: EntityMetadata): AggregateMetadata | undefined {
  return known.get(root);
}
