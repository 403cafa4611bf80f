import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { collectionAt, type EntityStore, entityAt, type Place, type WantedKeys } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { childrenNamed, linkedEntities } from './named-children';
import { elementsOf, type PlacedChild, type PlacedEntity } from './placed-changes';
import { singleElements } from './single-elements';
import { verifyStored } from './verify-stored';

/**
 * The violations of an update against what is stored, nested children included. For changes that are rejected
 * already, so that one response lists everything. Nothing is written.
 *
 * @returns nothing for keys that resolve to nothing
 */
export async function updateViolations(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  changes: Changes,
): Promise<readonly Violation[]> {
  return store.unitOfWork(async () => {
    const collection = collectionAt(place);
    if (!keys && collection) {
      const parent = await store.parent(place);
      return parent ? violationsBelow(store, collection, [{ changes, path: [], parent }]) : [];
    }
    const entities = await store.find(place, keys);
    const placed = entities.map((entity) => ({ entity, changes, path: [] }));
    return violationsIn(store, entityAt(place), placed, collection);
  });
}

async function violationsIn(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
  collection?: CollectionMetadata,
): Promise<Violation[]> {
  const violations = verifyStored(placed, collection);
  for (const nested of entity.collections.values()) {
    const elements = placed.flatMap((one) => elementsOf(one, nested, one.entity));
    if (elements.length > 0) violations.push(...(await violationsBelow(store, nested, elements)));
  }
  return violations;
}

/** How the entities are found that elements are about. */
const LOOK = { oneToOne: singleElements, oneToMany: childrenNamed, manyToMany: linkedEntities };

async function violationsBelow(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<readonly Violation[]> {
  try {
    const { named } = await LOOK[collection.kind](store, collection, elements);
    return await violationsIn(store, collection.target, named, collection);
  } catch (error) {
    if (error instanceof InvalidEntityError) return error.violations;
    throw error;
  }
}
