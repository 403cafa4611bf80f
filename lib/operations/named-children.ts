import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { type Entity, type EntityStore, link, linksBetween } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { PlacedChild, PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';

type Named = PlacedChild & PlacedEntity;

/** Elements of a collection, by whether there is an entity that they name. */
export interface NamedElements {
  readonly named: readonly Named[];
  /** Without a key, or with one that clients choose and no entity has yet. */
  readonly fresh: readonly PlacedChild[];
}

/**
 * Looks up the children that elements of a one-to-many collection name, and locks them; one statement for all of them.
 *
 * @throws InvalidEntityError for each key that names no child of its parent
 */
export async function childrenNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<NamedElements> {
  const { keyed, keys } = keyedAmong(elements);
  if (keys.length === 0) return { named: [], fresh: elements };
  const parents = [...new Set(keyed.map(({ parent }) => parent))];
  const children = await store.childrenWithKeys(collection, parents, keys);
  const { named, missing } = part(keyed, ({ changes, parent }) => children.get(parent)?.get(String(changes.key)));
  const { target, owner } = collection;
  refuse(missing, target, `names no ${target.name} of this ${owner.name}`);
  return { named, fresh: elements.filter(({ changes }) => changes.key === undefined) };
}

/**
 * Looks up the entities that elements of a many-to-many collection name, linked or not, and locks them; one statement
 * for all of them.
 *
 * @throws InvalidEntityError for each key that names no entity, unless the element is whole enough to be created
 */
export async function linkedEntities(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<NamedElements> {
  const { target } = collection;
  const { keyed, keys } = keyedAmong(elements);
  if (keys.length === 0) return { named: [], fresh: elements };
  const found = await store.linkable(collection, keys, { isLocking: true });
  const { named, missing } = part(keyed, ({ changes }) => found.get(String(changes.key)));
  const refused = missing.filter(({ changes }) => changes.asNew?.violations.length !== 0);
  refuse(refused, target, `names no ${target.name} that is there`);
  const there = new Set(named.map(({ path }) => path));
  return { named, fresh: elements.filter(({ path }) => !there.has(path)) };
}

function part(
  elements: readonly PlacedChild[],
  entityOf: (element: PlacedChild) => Entity | undefined,
): { readonly named: readonly Named[]; readonly missing: readonly PlacedChild[] } {
  const named: Named[] = [];
  const missing: PlacedChild[] = [];
  for (const element of elements) {
    const entity = entityOf(element);
    if (entity) named.push({ ...element, entity });
    else missing.push(element);
  }
  return { named, missing };
}

/** @throws InvalidEntityError */
function refuse(missing: readonly PlacedChild[], { key }: EntityMetadata, message: string): void {
  const violations = missing.flatMap(({ path, changes }): Violation[] => [
    { path: [...path, key.name], message, invalidValue: changes.key },
    ...(changes.asNew?.violations ?? []),
  ]);
  if (violations.length > 0) throw new InvalidEntityError(violations);
}

function keyedAmong(elements: readonly PlacedChild[]) {
  const keyed = elements.filter(({ changes }) => changes.key !== undefined);
  return { keyed, keys: [...new Set(keyed.map(({ changes }) => changes.key!))] };
}

/**
 * Links entities of a many-to-many collection to their parents, as far as they are not linked yet.
 *
 * @returns those that were not
 */
export async function linkNew<T extends PlacedChild & PlacedEntity>(
  collection: CollectionMetadata,
  placed: readonly T[],
  touched: TouchedEntities,
): Promise<readonly T[]> {
  const isLinked = await linksBetween(
    collection,
    placed.map(({ parent }) => parent),
    placed.map(({ entity }) => entity),
  );
  const unlinked = placed.filter(({ parent, entity }) => !isLinked(parent, entity));
  await link(collection, unlinked);
  if (unlinked.length > 0) touched.addLink();
  return unlinked;
}
