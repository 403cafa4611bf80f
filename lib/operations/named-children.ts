import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { ChangeDeniedError } from './errors';
import type { ExistingChild, PlacedChild } from './placed-changes';

/** The elements of a collection, by whether they name an existing entity. */
export interface NamedElements {
  readonly named: readonly ExistingChild[];
  /** Elements without a key, or with a key that the client has chosen and no entity has. */
  readonly fresh: readonly PlacedChild[];
}

/** {@link NamedElements}, without those that name no entity. */
export interface LookedUpElements extends NamedElements {
  /** Those of the keys of no entity. */
  readonly violations: readonly Violation[];
}

/**
 * Looks up and locks the children that elements of a one-to-many collection name: one statement for all of them, and a
 * second if clients choose keys. A key that no entity has, below any parent, is that of a new child.
 *
 * @returns violations for each key of no child of its parent that is not that of a new child either
 * @throws ChangeDeniedError when the principal may not update, or may not create, the child of an element
 */
export async function childrenNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<LookedUpElements> {
  const { keyed, keys } = withKeys(elements);
  if (keys.length === 0) return allFresh(elements);
  const parents = [...new Set(keyed.map(({ parent }) => parent))];
  const children = await store.childrenWithKeys(collection, parents, keys);
  const entityOf = ({ changes, parent }: PlacedChild) => children.get(parent)?.get(String(changes.key));
  const { named, missing } = splitByExistence(keyed, entityOf);
  const { target, owner } = collection;
  const creatable = await withUnusedKeys(store, target, missing);
  const unknown = unknownKeys(missing, target, `names no ${target.name} of this ${owner.name}`, creatable);
  denyAny(target, named, ({ denial }) => denial);
  denyAny(target, creatable, ({ asNew }) => asNew?.denial);
  return { named, fresh: elementsExcept(elements, [...named, ...unknown.elements]), violations: unknown.violations };
}

/** The elements whose keys clients have chosen, and no entity has. */
async function withUnusedKeys(
  store: EntityStore,
  target: EntityMetadata,
  missing: readonly PlacedChild[],
): Promise<readonly PlacedChild[]> {
  const chosen = missing.filter(({ changes }) => changes.asNew);
  if (chosen.length === 0) return chosen;
  const taken = await store.takenKeys(target, withKeys(chosen).keys);
  return chosen.filter(({ changes }) => !taken.has(String(changes.key)));
}

/**
 * Looks up and locks the entities that elements of a many-to-many collection name, linked or not, in one statement.
 *
 * @returns violations for each key of no entity, unless the element is a valid new entity
 * @throws ChangeDeniedError when the principal may not create that entity
 */
export async function linkedEntities(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<LookedUpElements> {
  const { target } = collection;
  const { keyed, keys } = withKeys(elements);
  if (keys.length === 0) return allFresh(elements);
  const found = await store.linkable(collection, keys, { isLocking: true });
  const { named, missing } = splitByExistence(keyed, ({ changes }) => found.get(String(changes.key)));
  const unknown = unknownKeys(missing, target, `names no ${target.name} that exists`);
  denyAny(target, named, ({ denial }) => denial);
  denyAny(target, missing, ({ asNew }) => asNew?.denial);
  return { named, fresh: elementsExcept(elements, [...named, ...unknown.elements]), violations: unknown.violations };
}

function allFresh(elements: readonly PlacedChild[]): LookedUpElements {
  return { named: [], fresh: elements, violations: [] };
}

/** @throws InvalidEntityError for elements that were not found */
export function throwViolations<T extends { readonly violations: readonly Violation[] }>(found: T): T {
  if (found.violations.length > 0) throw new InvalidEntityError(found.violations);
  return found;
}

/** @param entityOf the stored entity with the key of an element */
function splitByExistence(
  elements: readonly PlacedChild[],
  entityOf: (element: PlacedChild) => Entity | undefined,
): { readonly named: readonly ExistingChild[]; readonly missing: readonly PlacedChild[] } {
  const named: ExistingChild[] = [];
  const missing: PlacedChild[] = [];
  for (const element of elements) {
    const entity = entityOf(element);
    if (entity) named.push({ ...element, entity });
    else missing.push(element);
  }
  return { named, missing };
}

/** Each element has a path of its own, which identifies it. */
function elementsExcept(elements: readonly PlacedChild[], others: readonly PlacedChild[]): PlacedChild[] {
  const paths = new Set(others.map(({ path }) => path));
  return elements.filter(({ path }) => !paths.has(path));
}

/**
 * The elements that name no entity, and may not create one, with their violations.
 *
 * @param creatable the elements that may create an entity if they are valid
 */
function unknownKeys(
  missing: readonly PlacedChild[],
  { key }: EntityMetadata,
  message: string,
  creatable: readonly PlacedChild[] = missing,
): { readonly elements: readonly PlacedChild[]; readonly violations: readonly Violation[] } {
  const mayCreate = new Set(creatable);
  const asNewOf = (element: PlacedChild) => (mayCreate.has(element) ? element.changes.asNew : undefined);
  const elements = missing.filter((element) => asNewOf(element)?.violations.length !== 0);
  const violations = elements.flatMap((element): Violation[] => {
    const { path, changes } = element;
    const invalid = { path: [...path, key.name], message, invalidValue: changes.key };
    return [invalid, ...(asNewOf(element)?.violations ?? [])];
  });
  return { elements, violations };
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

function withKeys(elements: readonly PlacedChild[]) {
  const keyed = elements.filter(({ changes }) => changes.key !== undefined);
  return { keyed, keys: [...new Set(keyed.map(({ changes }) => changes.key!))] };
}
