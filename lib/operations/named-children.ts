import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { ChangeDeniedError } from './errors';
import type { PlacedChild, PlacedEntity } from './placed-changes';

type Named = PlacedChild & PlacedEntity;

/** Elements of a collection, by whether there is an entity that they name. */
export interface NamedElements {
  readonly named: readonly Named[];
  /** Without a key, or with one that clients choose and no entity has yet. */
  readonly fresh: readonly PlacedChild[];
}

/**
 * Looks up the children that elements of a one-to-many collection name, and locks them; one statement for all of them,
 * and a second where clients choose the keys: one that no entity has, under whatever parent, is that of a new child.
 *
 * @throws InvalidEntityError for each key that names no child of its parent, and none that can be created
 * @throws ChangeDeniedError for what who asks may not do with an element, by what it turns out to be
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
  const absent = await withoutEntity(store, target, missing);
  refuse(missing, target, `names no ${target.name} of this ${owner.name}`, absent);
  denyAny(target, named, ({ denial }) => denial);
  denyAny(target, absent, ({ asNew }) => asNew?.denial);
  const there = new Set(named.map(({ path }) => path));
  return { named, fresh: elements.filter(({ path }) => !there.has(path)) };
}

/** Elements that may be new, since nobody has the keys that they choose. */
async function withoutEntity(
  store: EntityStore,
  target: EntityMetadata,
  missing: readonly PlacedChild[],
): Promise<readonly PlacedChild[]> {
  const chosen = missing.filter(({ changes }) => changes.asNew);
  if (chosen.length === 0) return chosen;
  const taken = await store.takenKeys(target, keyedAmong(chosen).keys);
  return chosen.filter(({ changes }) => !taken.has(String(changes.key)));
}

/**
 * Looks up the entities that elements of a many-to-many collection name, linked or not, and locks them; one statement
 * for all of them.
 *
 * @throws InvalidEntityError for each key that names no entity, unless the element is whole enough to be created
 * @throws ChangeDeniedError where it is, and who asks may not create it
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
  refuse(missing, target, `names no ${target.name} that is there`);
  denyAny(target, named, ({ denial }) => denial);
  denyAny(target, missing, ({ asNew }) => asNew?.denial);
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

/**
 * @param creatable those that could be new, if nothing is wrong with them
 * @throws InvalidEntityError
 */
function refuse(
  missing: readonly PlacedChild[],
  { key }: EntityMetadata,
  message: string,
  creatable: readonly PlacedChild[] = missing,
): void {
  const violations = missing.flatMap((element): Violation[] => {
    const { path, changes } = element;
    const asNew = creatable.includes(element) ? changes.asNew : undefined;
    if (asNew?.violations.length === 0) return [];
    return [{ path: [...path, key.name], message, invalidValue: changes.key }, ...(asNew?.violations ?? [])];
  });
  if (violations.length > 0) throw new InvalidEntityError(violations);
}

/** @throws ChangeDeniedError for the first element that must not be written */
export function denyAny(
  { key }: EntityMetadata,
  elements: readonly PlacedChild[],
  denialOf: (changes: Changes) => object | undefined,
): void {
  for (const { changes } of elements) {
    const denial = denialOf(changes);
    if (denial) throw new ChangeDeniedError(key.name, denial);
  }
}

function keyedAmong(elements: readonly PlacedChild[]) {
  const keyed = elements.filter(({ changes }) => changes.key !== undefined);
  return { keyed, keys: [...new Set(keyed.map(({ changes }) => changes.key!))] };
}
