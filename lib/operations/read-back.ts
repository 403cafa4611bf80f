import { isPlainInstance, isPlainObject } from '../foundation';
import type { DomainClass, EntityMetadata } from '../metadata';
import { type EntityStore, entityAt, isModelInstance, type Place, readAgain, type StoredRow } from '../persistence';
import { type EntityTree, leaf } from './entity-tree';
import type { RootCheck } from './root-check';

/** The rows that a response shows, by class. */
type RowsByClass = Map<EntityMetadata, Set<StoredRow>>;

/**
 * Reads the rows of a response again if the database sets values of their class itself: one statement for each class, in
 * the same unit of work. Other classes cost nothing.
 *
 * @param write what was done at the place; a write that may have done both counts as `create`
 * @param trees the entities at the place, with children that were created
 * @param rootCheck has the root whose version the response has in its entity tag
 */
export async function readBack(
  store: EntityStore,
  place: Place,
  write: 'create' | 'update',
  trees: readonly EntityTree[],
  rootCheck?: RootCheck,
): Promise<void> {
  if (store.readBack.isEmpty) return;
  const rows: RowsByClass = new Map();
  addTrees(rows, entityAt(place), trees);
  await readClasses(store, write, rows);
  await readRootBack(store, place, rootCheck, rows.get(place.aggregate.root));
}

/** {@link readBack} of entities that were updated, whose children are read after it. */
export async function readUpdatedBack(
  store: EntityStore,
  place: Place,
  entities: readonly StoredRow[],
  rootCheck?: RootCheck,
): Promise<void> {
  if (!store.readBack.isEmpty) await readBack(store, place, 'update', entities.map(leaf), rootCheck);
}

/** Reads the root of a response again that shows none of its fields, only its version; it may have been deleted. */
export async function readRootBack(
  store: EntityStore,
  { aggregate: { root: entity } }: Place,
  rootCheck: RootCheck | undefined,
  known: ReadonlySet<StoredRow> = new Set(),
): Promise<void> {
  const root = rootCheck?.root;
  if (!root || known.has(root) || !store.readBack.afterUpdate.has(entity)) return;
  await readAgain(entity, [root], true);
}

/** Reads the entities again that an action has returned, and its root. */
export async function readReturnedBack(store: EntityStore, root: StoredRow, returned: unknown): Promise<void> {
  if (store.readBack.isEmpty) return;
  const rows: RowsByClass = new Map();
  const seen = new Set<unknown>();
  addReturned(store, rows, seen, root);
  addReturned(store, rows, seen, returned);
  await readClasses(store, 'create', rows, true);
}

async function readClasses(
  store: EntityStore,
  write: 'create' | 'update',
  rows: RowsByClass,
  mayBeGone = false,
): Promise<void> {
  const { afterCreate, afterUpdate } = store.readBack;
  const classes = write === 'create' ? afterCreate : afterUpdate;
  for (const [entity, ofClass] of rows) {
    if (classes.has(entity)) await readAgain(entity, [...ofClass], mayBeGone);
  }
}

function addTrees(rows: RowsByClass, entity: EntityMetadata, trees: readonly EntityTree[]): void {
  for (const tree of trees) {
    addRow(rows, entity, tree.entity);
    for (const [{ target }, children] of tree.children) addTrees(rows, target, children);
  }
}

/** Adds the entities anywhere in arrays and plain objects, as far as responses show them. */
function addReturned(store: EntityStore, rows: RowsByClass, seen: Set<unknown>, value: unknown): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (isModelInstance(value)) {
    const entity = entityOf(store, value);
    if (entity) addRow(rows, entity, value);
  } else if (isContainer(value)) {
    const isCollection = value instanceof Map || value instanceof Set;
    for (const one of isCollection ? value.values() : Object.values(value)) addReturned(store, rows, seen, one);
  }
}

function isContainer(value: object): boolean {
  return [Array, Map, Set].some((type) => value instanceof type) || isPlainObject(value) || isPlainInstance(value);
}

/** The entity of the nearest known superclass. */
function entityOf({ registry }: EntityStore, value: object): EntityMetadata | undefined {
  for (let type: unknown = value.constructor; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    const entity = registry.entity(type as DomainClass);
    if (entity) return entity;
  }
  return undefined;
}

function addRow(rows: RowsByClass, entity: EntityMetadata, row: StoredRow): void {
  const ofClass = rows.get(entity) ?? new Set();
  rows.set(entity, ofClass.add(row));
}
