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
import { ChildMissingError, EntityNotFoundError } from './errors';
import type { RootGuard } from './root-guard';

/** Where a write below a root takes place: everything from the root down to the direct parent is there. */
export interface LockedPath {
  /** With its keys and its version alone. */
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

/** @throws EntityNotFoundError, ChildMissingError */
export async function requireParent(store: EntityStore, place: Place): Promise<Entity> {
  const parent = await store.parent(place);
  if (!parent) throw parentMissing(place);
  return parent;
}

/**
 * Asks for the parent of a place where nothing was found.
 *
 * @returns the parent, which tells the version of its root; undefined where there may be others that were not sought
 * @throws EntityNotFoundError, ChildMissingError
 */
export async function requireShownParent(
  retrieval: Retrieval,
  place: Place,
  { version, criteria, deleted }: Search = {},
): Promise<Row | undefined> {
  const isEmpty = !criteria && !deleted;
  const parent = await retrieval.parent(place, isEmpty ? version : undefined);
  if (!parent) throw parentMissing(place);
  return isEmpty ? parent : undefined;
}

function parentMissing({ path, parentKeys }: Place): Error {
  const key = parentKeys.at(-1);
  return key === undefined ? new ChildMissingError(path.at(-2)!) : new EntityNotFoundError(path.at(-1)!.owner, [key]);
}

/** The error where nothing at a place, whose parents exist, has one of the keys. */
export function nothingAt(place: Place, keys: WantedKeys): Error {
  return keys ? new EntityNotFoundError(entityAt(place), keys) : new ChildMissingError(collectionAt(place)!);
}

/** Entities that are about to be written, with every root that holds them locked. */
export interface LockedEntities {
  readonly entities: readonly Entity[];
  readonly holders: readonly LockedRoots[];
}

/** How entities are looked up that are about to be written. */
export interface Finding {
  /** Whether one key that resolves to nothing is an error; otherwise only if all are such. False by default. */
  readonly mustFindAll?: boolean;
  /** Whether entities are meant that were deleted softly, too. */
  readonly deleted?: DeletedRows;
  /** Told of the locked roots, before anything is written. */
  readonly guard?: RootGuard;
}

/** The write that is about to happen to them. */
interface Writing extends Finding {
  readonly changes?: FieldValues;
  /** Whether their bytes are needed for nothing but code of the domain. */
  readonly isWithoutBytes?: boolean;
}

/**
 * Locks the root of the place, then the entities, then the roots of other aggregates that hold them.
 *
 * @param changes fields that are about to be written: the roots that would hold the entities then are locked too
 * @param locked rows that are locked already
 * @throws EntityNotFoundError when a parent is missing, when no key resolves, or with the keys that do not
 * @throws ChildMissingError when there is no single child
 */
export async function lockEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  locked: LockedRows,
  { mustFindAll = false, deleted, guard, changes = {}, isWithoutBytes }: Writing = {},
): Promise<LockedEntities> {
  const own = place.path.length === 0 ? [] : [await lockOwnRoot(store, place)];
  const entities = await store.find(place, keys, { isLocking: true, deleted, isWithoutBytes });
  const missing = keys && missingKeys(place, keys, entities);
  if (entities.length === 0 || (mustFindAll && missing && missing.length > 0)) throw nothingAt(place, missing);
  guard?.locked(own[0]?.roots ?? entities);
  const rows = entities.map((entity) => entity.get() as FieldValues);
  const changed = Object.keys(changes).length > 0 ? rows.map((row) => ({ ...row, ...changes })) : [];
  const held = { entity: entityAt(place), rows: [...rows, ...changed], except: place.path };
  const others = await store.locks.lockHolders([held], locked);
  return { entities, holders: [...own, ...others] };
}

function missingKeys(place: Place, keys: readonly EntityKey[], found: readonly Entity[]): readonly EntityKey[] {
  const { name } = entityAt(place).key;
  const there = new Set(found.map((entity) => String(entity.get(name))));
  return keys.filter((key) => !there.has(String(key)));
}

async function lockOwnRoot(store: EntityStore, place: Place): Promise<LockedRoots> {
  const { root } = await lockPath(store, place);
  return { aggregate: place.aggregate, roots: [root] };
}
