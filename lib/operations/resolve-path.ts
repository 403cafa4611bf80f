import {
  collectionAt,
  type DeletedRows,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type FieldValues,
  type LockedRoots,
  type LockedRows,
  type Place,
  type Retrieval,
  type Row,
  type Search,
  type WantedKeys,
} from '../persistence';
import { ChildNotFoundError, EntityNotFoundError } from './errors';
import type { RootCheck } from './root-check';

/** The place of a write below a root, whose parents exist. */
export interface LockedPath {
  /** The root, locked; only its keys and its version are loaded. */
  readonly root: Entity;
  readonly parent: Entity;
}

/**
 * Locks the root of a place and walks down to the parent of its collection.
 *
 * @throws EntityNotFoundError when an entity on the way is missing, or belongs to another parent
 */
export async function lockPath(store: EntityStore, place: Place): Promise<LockedPath> {
  const root = await store.lockRoot(place);
  if (!root) throw new EntityNotFoundError(place.aggregate.root, [place.parentKeys[0]!]);
  if (place.path.length === 1) return { root, parent: root };
  return { root, parent: await requireParent(store, place) };
}

/** @throws EntityNotFoundError, ChildNotFoundError */
export async function requireParent(store: EntityStore, place: Place): Promise<Entity> {
  const parent = await store.parent(place);
  if (!parent) throw parentNotFoundError(place);
  return parent;
}

/**
 * Checks that the parent of a place exists, after nothing was found there.
 *
 * @returns the parent, with the version of its root; undefined if the search may have excluded entities
 * @throws EntityNotFoundError, ChildNotFoundError
 */
export async function requireShownParent(
  retrieval: Retrieval,
  place: Place,
  { version, criteria, deleted }: Search = {},
): Promise<Row | undefined> {
  const isEmpty = !criteria && !deleted;
  const parent = await retrieval.parent(place, isEmpty ? version : undefined);
  if (!parent) throw parentNotFoundError(place);
  return isEmpty ? parent : undefined;
}

function parentNotFoundError({ path, parentKeys }: Place): Error {
  const key = parentKeys.at(-1);
  return key === undefined ? new ChildNotFoundError(path.at(-2)!) : new EntityNotFoundError(path.at(-1)!.owner, [key]);
}

/** The error for keys that no entity has at a place whose parents exist. */
export function notFoundError(place: Place, keys: WantedKeys): Error {
  return keys ? new EntityNotFoundError(entityAt(place), keys) : new ChildNotFoundError(collectionAt(place)!);
}

/** Locked entities, with every root that they belong to, locked too. */
export interface LockedEntities {
  readonly entities: readonly Entity[];
  readonly owningRoots: readonly LockedRoots[];
}

/** How the entities of a write are looked up. */
export interface LookupOptions {
  /** Whether one key that is not found is an error; otherwise only if none is found. False by default. */
  readonly mustFindAll?: boolean;
  /** Whether soft-deleted entities are included. */
  readonly deleted?: DeletedRows;
  /** Checks the locked roots before anything is written. */
  readonly rootCheck?: RootCheck;
}

interface LockOptions extends LookupOptions {
  /** The fields that are about to be written. */
  readonly changes?: FieldValues;
  /** Whether the write itself does not need the bytes of large values. */
  readonly isWithoutBytes?: boolean;
}

/**
 * Locks the root of the place, then the entities, then the roots of other aggregates that they belong to before or after
 * the changes.
 *
 * @param locked rows that are locked already
 * @throws EntityNotFoundError when a parent is missing, when no key resolves, or with the keys that do not
 * @throws ChildNotFoundError when there is no single child
 */
export async function lockEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  locked: LockedRows,
  { mustFindAll = false, deleted, rootCheck, changes = {}, isWithoutBytes }: LockOptions = {},
): Promise<LockedEntities> {
  const own = place.path.length === 0 ? [] : [await lockOwnRoot(store, place)];
  const entities = await store.find(place, keys, { isLocking: true, deleted, isWithoutBytes });
  const missing = keys && missingKeys(place, keys, entities);
  if (entities.length === 0 || (mustFindAll && missing && missing.length > 0)) throw notFoundError(place, missing);
  await rootCheck?.locked(own[0]?.roots ?? entities, () => store.retrieval.lockedPath(place, keys, deleted));
  const rows = entities.map((entity) => entity.get() as FieldValues);
  const changed = Object.keys(changes).length > 0 ? rows.map((row) => ({ ...row, ...changes })) : [];
  const members = { entity: entityAt(place), rows: [...rows, ...changed], except: place.path };
  const others = await store.locks.lockOwningRoots([members], locked);
  return { entities, owningRoots: [...own, ...others] };
}

function missingKeys(place: Place, keys: readonly EntityKey[], found: readonly Entity[]): readonly EntityKey[] {
  const { name } = entityAt(place).key;
  const existing = new Set(found.map((entity) => String(entity.get(name))));
  return keys.filter((key) => !existing.has(String(key)));
}

async function lockOwnRoot(store: EntityStore, place: Place): Promise<LockedRoots> {
  const { root } = await lockPath(store, place);
  return { aggregate: place.aggregate, roots: [root] };
}
