import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { collectionAt, type EntityStore, entityAt, type Place, type WantedKeys } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { mergePayloads } from './merge-values';
import { childrenNamed, linkedEntities } from './named-children';
import { elementsOf, type PlacedChild, type PlacedEntity } from './placed-changes';
import { singleElements } from './single-elements';
import { verifyExpanded } from './verify-expanded';
import { verifyStored } from './verify-stored';

/**
 * Compares an update that is rejected anyway with the stored entities and their children, so that one response lists all
 * violations. Nothing is written.
 *
 * @returns no violations for keys that resolve to nothing
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
  payloads: readonly PlacedEntity[],
  collection?: CollectionMetadata,
): Promise<Violation[]> {
  const { placed, violations: invalid } = mergePayloads(payloads);
  const violations = [...invalid, ...verifyStored(placed, collection)];
  violations.push(...(await verifyExpanded(store, entity, placed)).differing);
  for (const nested of entity.collections.values()) {
    const elements = placed.flatMap((one) => elementsOf(one, nested, one.entity));
    if (elements.length > 0) violations.push(...(await violationsBelow(store, nested, elements)));
  }
  return violations;
}

/** How the entities of elements are looked up, by the kind of the collection. */
const LOOKUPS = { oneToOne: singleElements, oneToMany: childrenNamed, manyToMany: linkedEntities };

async function violationsBelow(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<readonly Violation[]> {
  try {
    const { named } = await LOOKUPS[collection.kind](store, collection, elements);
    return await violationsIn(store, collection.target, named, collection);
  } catch (error) {
    if (error instanceof InvalidEntityError) return error.violations;
    throw error;
  }
}
