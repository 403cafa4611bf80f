import type { CollectionMetadata } from '../metadata';
import { type Entity, type EntityKey, type EntityStore, InvalidEntityError, type Violation } from '../persistence';
import type { PlacedChild, PlacedEntity } from './placed-changes';

type Named = PlacedChild & PlacedEntity;

/**
 * The children that elements of a one-to-many collection name, locked; one statement for all of them.
 *
 * @throws InvalidEntityError for each key that names no child of its parent
 */
export async function childrenNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<Named[]> {
  if (elements.length === 0) return [];
  const parents = [...new Set(elements.map(({ parent }) => parent))];
  const children = await store.childrenWithKeys(collection, parents, keysOf(elements));
  const { target, owner } = collection;
  return assign(elements, collection, `names no ${target.name} of this ${owner.name}`, ({ changes, parent }) =>
    children.get(parent)?.get(String(changes.key)),
  );
}

/**
 * The entities that elements of a many-to-many collection name, linked or not, locked; one statement for all of them.
 *
 * @throws InvalidEntityError for each key that names no entity
 */
export async function linkedEntities(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<Named[]> {
  if (elements.length === 0) return [];
  const found = await store.findByKeys(collection.target, keysOf(elements));
  return assign(elements, collection, `names no ${collection.target.name} that is there`, ({ changes }) =>
    found.get(String(changes.key)),
  );
}

function assign(
  elements: readonly PlacedChild[],
  { target }: CollectionMetadata,
  message: string,
  entityOf: (element: PlacedChild) => Entity | undefined,
): Named[] {
  const violations: Violation[] = [];
  const named: Named[] = [];
  for (const element of elements) {
    const entity = entityOf(element);
    const { path, changes } = element;
    if (entity) named.push({ ...element, entity });
    else violations.push({ path: [...path, target.key.name], message, invalidValue: changes.key });
  }
  if (violations.length > 0) throw new InvalidEntityError(violations);
  return named;
}

function keysOf(elements: readonly PlacedChild[]): EntityKey[] {
  return [...new Set(elements.map(({ changes }) => changes.key!))];
}
