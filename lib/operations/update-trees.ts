import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { below, type Entity, type EntityStore, InvalidEntityError, type Violation } from '../persistence';
import { createChildren } from './create-trees';
import { childrenNamed, linkedEntities } from './named-children';
import type { PlacedChild, PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';
import { verifyMerged } from './verify-merged';
import { verifyRepeated } from './verify-repeated';

/**
 * Applies payloads to the fields of entities of one class.
 *
 * @param collection where the entities are children; they stay with their parents
 * @returns for each payload whether it changed anything
 * @throws InvalidEntityError for what may not be changed, and what the model refuses
 */
export async function updateRows(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
  collection?: CollectionMetadata,
): Promise<boolean[]> {
  const violations = placed.flatMap((one) => verifyRepeated(one, collection));
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const changed: boolean[] = [];
  for (const { entity: row, changes, path } of placed) {
    verifyMerged(row, changes, path);
    changed.push(await fromPayload(path, () => store.update(entity, row, changes.values)));
  }
  return changed;
}

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
  const changed = new Set<Entity>();
  for (const collection of entity.collections.values()) {
    const elements = placed.flatMap((one) => elementsOf(one, collection));
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
): Promise<Entity[]> {
  if (elements.length === 0) return [];
  const named = elements.filter(({ changes }) => changes.key !== undefined);
  const isLinking = collection.kind === 'manyToMany';
  const placed = await (isLinking ? linkedEntities : childrenNamed)(store, collection, named);
  const changed = await updateNamed(store, collection, placed, isLinking ? touched.beyondLink : touched);
  const linked = isLinking ? await linkNew(store, collection, placed) : [];
  const fresh = elements.filter(({ changes }) => changes.key === undefined);
  const created = await createChildren(store, collection, fresh);
  touched.add(
    collection.target,
    created.map((tree) => tree.entity),
  );
  const updated = placed.filter((_, index) => changed[index]);
  return [...updated, ...linked, ...fresh].map(({ parent }) => parent);
}

/** Links those that are not linked yet. */
async function linkNew<T extends PlacedChild & PlacedEntity>(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly T[],
): Promise<readonly T[]> {
  const isLinked = await store.links(
    collection,
    placed.map(({ parent }) => parent),
    placed.map(({ entity }) => entity),
  );
  const unlinked = placed.filter(({ parent, entity }) => !isLinked(parent, entity));
  for (const { parent, entity } of unlinked) await store.link(collection, parent, [entity]);
  return unlinked;
}

async function updateNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<boolean[]> {
  const { target } = collection;
  const changed = await updateRows(store, target, placed, collection);
  touched.add(
    target,
    placed.filter((_, index) => changed[index]).map(({ entity }) => entity),
  );
  const changedBelow = await updateBelow(store, target, placed, touched);
  return changed.map((one, index) => one || changedBelow[index]!);
}

function elementsOf({ changes, path, entity }: PlacedEntity, collection: CollectionMetadata): PlacedChild[] {
  const elements = changes.children.get(collection) ?? [];
  return elements.map((element, index) => ({
    changes: element,
    path: [...path, collection.property, index],
    parent: entity,
  }));
}

/** Lets violations name the way down to the payload that they are about. */
async function fromPayload<T>(path: Violation['path'], write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof InvalidEntityError)) throw error;
    throw new InvalidEntityError(below(path, error.violations));
  }
}
