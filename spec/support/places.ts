import type { DomainClass } from '../../lib/metadata';
import type { Changes } from '../../lib/operations';
import type { EntityKey, EntityStore, Place } from '../../lib/persistence';

/** `placeOf(store, Order, ['orderItems'], [7])`: the items of order 7. */
export function placeOf(
  { registry }: EntityStore,
  root: unknown,
  properties: readonly string[] = [],
  parentKeys: readonly EntityKey[] = [],
): Place {
  const aggregate = registry.aggregate(root as DomainClass);
  const wanted = properties.join('.');
  const path = aggregate.paths.find((candidate) => candidate.map(({ property }) => property).join('.') === wanted);
  if (!path && wanted) throw new Error(`${aggregate.root.name} has no path ${wanted}`);
  return { aggregate, path: path ?? [], parentKeys };
}

/** Changes that only set fields. */
export function setting(values: Record<string, unknown>): Changes {
  return { values, expectations: [], children: new Map() };
}
