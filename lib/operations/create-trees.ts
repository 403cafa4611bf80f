import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { childKey, type EntityStore, entityOf, link, type StoredRow } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { type EntityTree, leaf } from './entity-tree';
import { linkNew } from './link-elements';
import { linkedEntities } from './named-children';
import { elementsOf, type PlacedChanges, type PlacedChild, type PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';

/**
 * Creates entities of one class with all that their payloads hold below them, level by level: one INSERT for each
 * class of a level, whatever the number of payloads.
 *
 * @param touched    takes what was created, and linked entities that were changed
 * @param collection one-to-many, where they are created in one
 * @returns in the order of the payloads
 */
export async function createTrees(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  touched: TouchedEntities,
  collection?: CollectionMetadata,
): Promise<EntityTree[]> {
  if (placed.length === 0) return [];
  const created = await insertPlaced(store, entity, placed, collection);
  touched.addCreated(entity, created);
  if (store.tracing.units > 0) store.notePlaced(entity, created, placed);
  if (placed.every(({ changes }) => changes.children.size === 0)) return created.map(leaf);
  return createBelow(store, entity, placed, created, touched);
}

/** Creates what payloads hold below entities that have just been created. */
async function createBelow(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  created: readonly StoredRow[],
  touched: TouchedEntities,
): Promise<EntityTree[]> {
  const trees = created.map((one) => ({
    ...leaf(one),
    children: new Map<CollectionMetadata, readonly EntityTree[]>(),
  }));
  for (const nested of entity.collections.values()) {
    if (!placed.some(({ changes }) => changes.children.has(nested))) continue;
    const elements = placed.flatMap((one, index) => elementsOf(one, nested, created[index]!));
    const children = await createChildren(store, nested, elements, touched);
    let end = 0;
    for (const [index, { changes }] of placed.entries()) {
      const own = changes.children.get(nested);
      if (!own) continue;
      end += own.length;
      trees[index]!.children.set(nested, children.slice(end - own.length, end));
    }
  }
  return trees;
}

/** Creates entities in a collection of their parents, or links those that are there. */
export async function createChildren(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<EntityTree[]> {
  if (elements.length === 0) return [];
  if (collection.kind === 'manyToMany') return createLinked(store, collection, elements, touched);
  const placed = elements.map((element) => withScope(collection, withParentKey(collection, element)));
  return createTrees(store, collection.target, placed, touched, collection);
}

async function createLinked(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<EntityTree[]> {
  const { named, fresh } = await linkedEntities(store, collection, elements);
  const groups = byKey(fresh);
  const firsts = groups.map(([first]) => first);
  const placed = firsts.map((first) => withScope(collection, asNew(first)));
  const created = await createTrees(store, collection.target, placed, touched);
  await link(
    collection,
    firsts.map(({ parent, changes }, index) => ({
      parent,
      entity: created[index]!.entity,
      values: changes.link?.values,
    })),
  );
  const repeated = groups.flatMap(([, ...others], index) => {
    if (others.length === 0) return [];
    const entity = entityOf(collection.target, created[index]!.entity);
    created[index] = { ...created[index]!, entity };
    return others.map((element) => ({ ...element, entity }));
  });
  const linked = [...named, ...repeated];
  await updateLinked(store, collection, linked, touched);
  const trees = new Map(linked.map(({ path, entity }): [PlacedChild['path'], EntityTree] => [path, leaf(entity)]));
  for (const [index, { path }] of firsts.entries()) trees.set(path, created[index]!);
  return elements.map(({ path }) => trees.get(path)!);
}

/** Elements that are to be created: those of several parents that name the same key are one entity. */
function byKey(fresh: readonly PlacedChild[]): [PlacedChild, ...PlacedChild[]][] {
  const groups = new Map<unknown, [PlacedChild, ...PlacedChild[]]>();
  for (const element of fresh) {
    const { key } = element.changes;
    const group = key === undefined ? undefined : groups.get(String(key));
    if (group) group.push(element);
    else groups.set(key === undefined ? element : String(key), [element]);
  }
  return [...groups.values()];
}

/** An element whose key nobody has, as it is read then. */
export function asNew({ changes, ...placed }: PlacedChild): PlacedChild {
  return { ...placed, changes: changes.asNew?.changes ?? changes };
}

/** Updates entities where the payload has more than their keys, and links them. */
async function updateLinked(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly (PlacedChild & PlacedEntity)[],
  touched: TouchedEntities,
): Promise<void> {
  const changed = await updateRows(store, collection.target, placed, collection);
  const rows = placed.filter((_, index) => changed[index]).map(({ entity }) => entity);
  touched.beyondLink.addChanged(collection.target, rows);
  await linkNew(store, collection, placed, touched);
}

/** A payload may repeat the key of its parent but not name another. */
function withParentKey(collection: CollectionMetadata, element: PlacedChild): PlacedChild {
  const { owner, foreignKey } = collection;
  const { changes, path, parent } = element;
  const key = childKey(collection, parent);
  if (key === null || key === undefined) {
    const message = `cannot be created: the ${owner.name} has nothing yet that its foreign key ${foreignKey} could hold`;
    throw new InvalidEntityError([{ path, message }]);
  }
  const given = changes.values[foreignKey!] ?? key;
  if (String(given) === String(key)) return withValues(element, { [foreignKey!]: key });
  const message = `names another ${owner.name} than the one that it is created in: leave it out`;
  throw new InvalidEntityError([{ path: [...path, foreignKey!], message, invalidValue: given }]);
}

/** A payload may repeat what all elements of its collection have in common, but not name anything else. */
function withScope({ scope, property }: CollectionMetadata, element: PlacedChild): PlacedChild {
  if (Object.keys(scope).length === 0) return element;
  const { values } = element.changes;
  const violations = Object.entries(scope)
    .filter(([name, value]) => values[name] !== undefined && String(values[name]) !== String(value))
    .map(([name, value]): Violation => {
      const message = `must be ${value} in ${property}: leave it out`;
      return { path: [...element.path, name], message, invalidValue: values[name] };
    });
  if (violations.length > 0) throw new InvalidEntityError(violations);
  return withValues(element, scope);
}

function withValues(element: PlacedChild, values: Changes['values']): PlacedChild {
  const { changes } = element;
  return { ...element, changes: { ...changes, values: { ...changes.values, ...values } } };
}

/** Lets violations name the way down to the payload that they are about. */
async function insertPlaced(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  collection?: CollectionMetadata,
): Promise<readonly StoredRow[]> {
  const values = placed.map(({ changes }) => changes.values);
  try {
    return await store.insert(entity, values, collection);
  } catch (error) {
    if (!(error instanceof InvalidEntityError)) throw error;
    throw new InvalidEntityError(error.violations.map((violation) => fromPayload(violation, placed)));
  }
}

/** The database does not tell which row of several it refuses: then the path names the field alone. */
function fromPayload(violation: Violation, placed: readonly PlacedChanges[]): Violation {
  const [index, ...rest] = violation.path;
  const row = typeof index === 'number' ? placed[index] : undefined;
  return row ? { ...violation, path: [...row.path, ...rest] } : violation;
}
