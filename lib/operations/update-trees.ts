import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, StoredRow } from '../persistence';
import { createChildren } from './create-trees';
import { childrenNamed, linkedEntities, linkNew } from './named-children';
import { elementsOf, type PlacedChild, type PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';

/**
 * Applies what payloads hold below entities of one class, level by level: an element with a key updates that child,
 * one without creates. Children that are not named stay.
 *
 * Elements are looked up in one statement for each collection of a level, whatever the number of payloads.
 *
 * @param touched takes what was changed or created
 * @returns for each payload whether it changed anything below its entity
 * @throws InvalidEntityError for a key that names no child of its parent, and as {@link updateRows}
 */
export async function updateBelow(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<boolean[]> {
  const changed = new Set<StoredRow>();
  for (const collection of entity.collections.values()) {
    const elements = placed.flatMap((one) => elementsOf(one, collection, one.entity));
    for (const parent of await updateChildren(store, collection, elements, touched)) changed.add(parent);
  }
  return placed.map((one) => changed.has(one.entity));
}

/** @returns the parents below which something has changed */
async function updateChildren(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<StoredRow[]> {
  if (elements.length === 0) return [];
  const isLinking = collection.kind === 'manyToMany';
  const { named, fresh } = await (isLinking ? linkedEntities : childrenNamed)(store, collection, elements);
  const changed = await updateNamed(store, collection, named, isLinking ? touched.beyondLink : touched);
  const linked = isLinking ? await linkNew(collection, named, touched) : [];
  await createChildren(store, collection, fresh, touched);
  const updated = named.filter((_, index) => changed[index]);
  return [...updated, ...linked, ...fresh].map(({ parent }) => parent);
}

async function updateNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<boolean[]> {
  const { target } = collection;
  const before = placed.map(({ entity }): FieldValues => ({ ...entity.get() }));
  const changed = await updateRows(store, target, placed, collection);
  touched.addChanged(
    target,
    placed.filter((_, index) => changed[index]).map(({ entity }) => entity),
    before.filter((_, index) => changed[index]),
  );
  const changedBelow = await updateBelow(store, target, placed, touched);
  return changed.map((one, index) => one || changedBelow[index]!);
}
