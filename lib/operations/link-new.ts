import type { CollectionMetadata } from '../metadata';
import type { EntityStore } from '../persistence';
import type { PlacedChild, PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';

/**
 * Links entities of a many-to-many collection to their parents, as far as they are not linked yet.
 *
 * @returns those that were not
 */
export async function linkNew<T extends PlacedChild & PlacedEntity>(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly T[],
  touched: TouchedEntities,
): Promise<readonly T[]> {
  const isLinked = await store.links(
    collection,
    placed.map(({ parent }) => parent),
    placed.map(({ entity }) => entity),
  );
  const unlinked = placed.filter(({ parent, entity }) => !isLinked(parent, entity));
  for (const { parent, entity } of unlinked) await store.link(collection, parent, [entity]);
  if (unlinked.length > 0) touched.addLink();
  return unlinked;
}
