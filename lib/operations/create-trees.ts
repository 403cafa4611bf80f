import { grouped } from '../foundation';
import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { childKey, type EntityStore, entityOf, link, type StoredRow } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import type { Changes } from './changes';
import { type EntityTree, leaf } from './entity-tree';
import { linkElements } from './link-elements';
import { linkedEntities, throwViolations } from './named-children';
import { elementsOf, type PlacedChanges, type PlacedChild, type PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';
import { verifyExpanded } from './verify-expanded';

/**
 * Creates entities of one class with the children in their payloads, level by level: one INSERT for each class of a
 * level, whatever the number of payloads.
 *
 * @param touched    receives the created entities, and linked entities that were changed
 * @param collection the one-to-many collection that they are created in, if any
 * @returns in the order of the payloads
 */
export async function createTrees(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  touched: TouchedEntities,
  collection?: CollectionMetadata,
): Promise<EntityTree[]> {
  const created = await insertPlaced(store, entity, placed, collection);
  if (created.length === 0) return [];
  touched.addCreated(entity, created);
  if (placed.every(({ changes }) => changes.children.size === 0)) return created.map(leaf);
  return createBelow(store, entity, placed, created, touched);
}

/** Creates the children of entities that have just been created. */
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

/** Creates entities in a collection of their parents; those of a many-to-many collection are linked, existing ones too. */
export async function createChildren(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<EntityTree[]> {
  if (elements.length === 0) return [];
  if (collection.kind === 'manyToMany') return createLinked(store, collection, elements, touched);
  const violations = elements.flatMap((element) => placementViolations(collection, element));
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const placed = elements.map((element) => withPlace(collection, element));
  return createTrees(store, collection.target, placed, touched, collection);
}

async function createLinked(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<EntityTree[]> {
  const { named, fresh } = throwViolations(await linkedEntities(store, collection, elements));
  const groups = byKey(fresh);
  const firsts = groups.map(([first]) => first);
  const violations = firsts.flatMap((first) => scopeViolations(collection, newElement(first)));
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const placed = firsts.map((first) => withValues(newElement(first), collection.scope));
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

/** Groups elements to be created: those of several parents with the same key are one entity. */
function byKey(fresh: readonly PlacedChild[]): [PlacedChild, ...PlacedChild[]][] {
  const keyOf = (element: PlacedChild) => {
    const { key } = element.changes;
    return key === undefined ? element : String(key);
  };
  return [...grouped(fresh, keyOf).values()];
}

/** An element whose key no entity has, as the payload of a new entity. */
export function newElement({ changes, ...placed }: PlacedChild): PlacedChild {
  return { ...placed, changes: changes.asNew?.changes ?? changes };
}

/** Updates entities if the payload has more than their keys, and links them. */
async function updateLinked(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly (PlacedChild & PlacedEntity)[],
  touched: TouchedEntities,
): Promise<void> {
  const changed = await updateRows(store, collection.target, placed, collection);
  const rows = placed.filter((_, index) => changed[index]).map(({ entity }) => entity);
  touched.throughLink.addChanged(collection.target, rows);
  await linkElements(store, collection, placed, touched);
}

/** The violations of an element that names another parent than its own, or another scope than its collection. */
export function placementViolations(collection: CollectionMetadata, element: PlacedChild): Violation[] {
  return [...parentViolations(collection, element), ...scopeViolations(collection, element)];
}

/** The payload may contain the parent's key, but no other. */
function parentViolations(collection: CollectionMetadata, { changes, path, parent }: PlacedChild): Violation[] {
  const { owner, foreignKey } = collection;
  const key = childKey(collection, parent);
  if (key === null || key === undefined) {
    return [
      { path, message: `cannot be created: the ${owner.name} has no value yet for the foreign key ${foreignKey}` },
    ];
  }
  const sent = changes.values[foreignKey!] ?? key;
  if (String(sent) === String(key)) return [];
  const message = `names another ${owner.name} than the one that it is created in: leave it out`;
  return [{ path: [...path, foreignKey!], message, invalidValue: sent }];
}

/** The payload may contain the values of the collection's scope, but no others. */
export function scopeViolations({ scope, property }: CollectionMetadata, { changes, path }: PlacedChild): Violation[] {
  const { values } = changes;
  return Object.entries(scope)
    .filter(([name, value]) => values[name] !== undefined && String(values[name]) !== String(value))
    .map(([name, value]): Violation => {
      const message = `must be ${value} in ${property}: leave it out`;
      return { path: [...path, name], message, invalidValue: values[name] };
    });
}

/** Sets the foreign key to the parent, and the values of the collection's scope. */
export function withPlace(collection: CollectionMetadata, element: PlacedChild): PlacedChild {
  return withValues(element, { [collection.foreignKey!]: childKey(collection, element.parent), ...collection.scope });
}

export function withValues(element: PlacedChild, values: Changes['values']): PlacedChild {
  const { changes } = element;
  return { ...element, changes: { ...changes, values: { ...changes.values, ...values } } };
}

/** Inserts the rows, without their children; the paths of violations begin with the path of their payload. */
export async function insertPlaced(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  collection?: CollectionMetadata,
): Promise<readonly StoredRow[]> {
  if (placed.length === 0) return [];
  const values = placed.map(({ changes }) => changes.values);
  const { differing, missing } = await verifyExpanded(store, entity, placed);
  if (differing.length > 0) throw new InvalidEntityError(differing);
  try {
    const rows = await store.insert(entity, values, collection);
    if (missing.length === 0) {
      store.notePlaced(entity, rows, placed);
      return rows;
    }
  } catch (error) {
    if (!(error instanceof InvalidEntityError)) throw error;
    throw new InvalidEntityError(error.violations.map((violation) => fromPayload(violation, placed)));
  }
  throw new InvalidEntityError(missing);
}

/** The database does not say which of several rows it rejects: then the path has the field only. */
function fromPayload(violation: Violation, placed: readonly PlacedChanges[]): Violation {
  const [index, ...rest] = violation.path;
  const row = typeof index === 'number' ? placed[index] : undefined;
  return row ? { ...violation, path: [...row.path, ...rest] } : violation;
}
