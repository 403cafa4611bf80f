import type { EntityMetadata } from '../metadata';
import {
  collectionAt,
  type DeletedRows,
  type EntityKey,
  type EntityStore,
  entityAt,
  type FieldValues,
  type LockedRows,
  type Place,
  type RowKeys,
} from '../persistence';
import type { Changes } from './changes';
import { hasSharedElements, namedRows, sharedRows } from './shared-elements';

/** The rows that a request is about to write at a place, as far as they are known from the request. */
export interface PlannedWrite {
  readonly place: Place;
  /** The keys of stored entities; a single child has none. */
  readonly keys?: readonly EntityKey[];
  /** Whether soft-deleted entities are included. */
  readonly deleted?: DeletedRows;
  readonly payloads?: readonly Changes[];
}

/**
 * Runs work in a unit of work. If the work would lock rows of several classes in another order than other requests do,
 * the rows are locked before it, in the order of all requests, so that no deadlock can arise. They are looked up
 * outside the unit, so that what the unit reads is not older than its locks.
 *
 * Rows whose parents change between lookup and lock are locked when the work finds them.
 *
 * @param writes the write of the root first
 * @param work   receives the rows that are locked already
 */
export function withLocks<T>(
  store: EntityStore,
  writes: readonly PlannedWrite[],
  work: (locked: LockedRows) => Promise<T>,
): Promise<T> {
  if (isInOrder(store, writes)) return store.unitOfWork(() => work(NONE_LOCKED));
  return rowsToLock(store, writes).then((rows) => store.unitOfWork(async () => work(await store.locks.lock(rows))));
}

const NONE_LOCKED: LockedRows = new Map();

function isInOrder(store: EntityStore, writes: readonly PlannedWrite[]): boolean {
  const lockedClasses = writes.flatMap((write, index) => classesLocked(store, write, index > 0));
  const hasShared = writes.some((write) => {
    const { place, payloads = [] } = write;
    return (place.path.length > 0 && isLinking(store, write)) || hasSharedElements(store, entityAt(place), payloads);
  });
  return !hasShared && store.locks.isInOrder(lockedClasses);
}

/** Whether the payloads name entities that are roots with a collection over the same join table. */
function isLinking({ locks }: EntityStore, { place, payloads = [] }: PlannedWrite): boolean {
  const collection = collectionAt(place);
  const isNaming = collection?.kind === 'manyToMany' && payloads.some(({ key }) => key !== undefined);
  return isNaming && locks.hasOtherSide(collection);
}

/** The classes whose rows the work locks, in its order. */
function classesLocked({ locks }: EntityStore, { place, keys }: PlannedWrite, isRootLocked: boolean): EntityMetadata[] {
  const { aggregate, path } = place;
  const own = path.length > 0 && !isRootLocked ? [aggregate.root] : [];
  const stored = keys || isSingle(place) ? [entityAt(place)] : [];
  return [...own, ...stored, ...locks.owningRootsOf(entityAt(place), path)];
}

async function rowsToLock(store: EntityStore, writes: readonly PlannedWrite[]): Promise<RowKeys[]> {
  const rows: RowKeys[] = [];
  for (const write of writes) rows.push(...(await ownRows(store, write)));
  for (const write of writes) if (isLinking(store, write)) rows.push(...(await linkedRows(store, write)));
  for (const { place, payloads = [] } of writes) rows.push(...(await sharedRows(store, entityAt(place), payloads)));
  return rows;
}

function linkedRows(store: EntityStore, { place, payloads = [] }: PlannedWrite): Promise<RowKeys[]> {
  return namedRows(store, { collection: collectionAt(place)!, elements: payloads });
}

/** The root, the entities, and the other roots that they belong to before or after the write. */
async function ownRows(store: EntityStore, { place, keys, payloads = [], deleted }: PlannedWrite): Promise<RowKeys[]> {
  const { aggregate, path, parentKeys } = place;
  const rootPlace = { aggregate, path: [], parentKeys: [] };
  const roots = path.length > 0 ? await store.find(rootPlace, [parentKeys[0]!]) : [];
  const entities = keys || isSingle(place) ? await store.find(place, keys, { deleted }) : [];
  const values = [
    ...entities.map((entity) => entity.get() as FieldValues),
    ...payloads.map((changes) => changes.values),
  ];
  return [
    rowKeys(aggregate.root, roots),
    rowKeys(entityAt(place), entities),
    ...(await store.locks.owningRootKeys([{ entity: entityAt(place), rows: values, except: path }])),
  ];
}

function isSingle(place: Place): boolean {
  return collectionAt(place)?.kind === 'oneToOne';
}

function rowKeys(entity: EntityMetadata, rows: Awaited<ReturnType<EntityStore['find']>>): RowKeys {
  return { entity, keys: rows.map((row) => row.get(entity.primaryKey.name)) };
}
