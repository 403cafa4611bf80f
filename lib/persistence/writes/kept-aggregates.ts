import type { AggregateMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';

const known = new WeakMap<EntityMetadata, AggregateMetadata>();

/** Lets writes find the aggregates of a model by their roots. */
export function keepAggregates({ aggregates }: MetadataRegistry): void {
  for (const aggregate of aggregates) known.set(aggregate.root, aggregate);
}

/** Undefined for what is no root of an application that has started. */
export function aggregateOf(root: EntityMetadata): AggregateMetadata | undefined {
  return known.get(root);
}
