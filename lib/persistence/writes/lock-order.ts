import type { EntityMetadata } from '../../metadata';

/**
 * The order in which all requests lock rows of several classes: parents before children, else by name. Different orders
 * would lead to deadlocks.
 *
 * @returns the rank of each class
 */
export function lockRanks(entities: readonly EntityMetadata[]): ReadonlyMap<EntityMetadata, number> {
  const entered = new Set<EntityMetadata>();
  const order: EntityMetadata[] = [];
  const enter = (entity: EntityMetadata) => {
    if (entered.has(entity)) return;
    entered.add(entity);
    const targets = [...entity.collections.values()].map(({ target }) => target);
    for (const target of lastFirst(targets)) enter(target);
    order.unshift(entity);
  };
  for (const entity of lastFirst(entities)) enter(entity);
  return new Map(order.map((entity, rank) => [entity, rank]));
}

function lastFirst(entities: readonly EntityMetadata[]): EntityMetadata[] {
  return [...entities].sort((one, other) => (one.name < other.name ? 1 : -1));
}
