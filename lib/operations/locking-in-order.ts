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
import { hasSharedElements, rowsNamed, sharedRows } from './shared-elements';

/** The rows that a request is about to write at a place, as far as the request names them. */
export interface Writing {
  readonly place: Place;
  /** Of stored entities; a single child is known without one. */
  readonly keys?: readonly EntityKey[];
  /** Whether these may be deleted softly. */
  readonly deleted?: DeletedRows;
  readonly payloads?: readonly Changes[];
}

/**
 * Runs work in a unit of work. Where it would lock rows of several classes in an order of its own, they are locked
 * before, in the order of all requests: which rows these are is read first, outside the unit, so that what the unit
 * reads is not older than its locks.
 *
 * Rows that have other parents by then are locked when the work finds them.
 *
 * @param writings that of the root first
 * @param work takes the rows that are locked already
 */
export function lockingInOrder<T>(
  store: EntityStore,
  writings: readonly Writing[],
  work: (locked: LockedRows) => Promise<T>,
): Promise<T> {
  if (isInOrder(store, writings)) return store.unitOfWork(() => work(NONE_LOCKED));
  return rowsToLock(store, writings).then((rows) => store.unitOfWork(async () => work(await store.locks.lock(rows))));
}

const NONE_LOCKED: LockedRows = new Map();

function isInOrder(store: EntityStore, writings: readonly Writing[]): boolean {
  const natural = writings.flatMap((writing, index) => classesLocked(store, writing, index > 0));
  const hasShared = writings.some((writing) => {
    const { place, payloads = [] } = writing;
    return (place.path.length > 0 && isLinking(store, writing)) || hasSharedElements(store, entityAt(place), payloads);
  });
  return !hasShared && store.locks.isInOrder(natural);
}

/** Whether entities are named that are roots of the other side of a link. */
function isLinking({ locks }: EntityStore, { place, payloads = [] }: Writing): boolean {
  const collection = collectionAt(place);
  const isNaming = collection?.kind === 'manyToMany' && payloads.some(({ key }) => key !== undefined);
  return isNaming && locks.hasOtherSide(collection);
}

/** In the order in which the work locks their rows. */
function classesLocked({ locks }: EntityStore, { place, keys }: Writing, isRootLocked: boolean): EntityMetadata[] {
  const { aggregate, path } = place;
  const own = path.length > 0 && !isRootLocked ? [aggregate.root] : [];
  const stored = keys || isSingle(place) ? [entityAt(place)] : [];
  return [...own, ...stored, ...locks.holdersOf(entityAt(place), path)];
}

async function rowsToLock(store: EntityStore, writings: readonly Writing[]): Promise<RowKeys[]> {
  const rows: RowKeys[] = [];
  for (const writing of writings) rows.push(...(await ownRows(store, writing)));
  for (const writing of writings.filter((one) => isLinking(store, one)))
    rows.push(...(await linkedRows(store, writing)));
  for (const { place, payloads = [] } of writings) rows.push(...(await sharedRows(store, entityAt(place), payloads)));
  return rows;
}

function linkedRows(store: EntityStore, { place, payloads = [] }: Writing): Promise<RowKeys[]> {
  return rowsNamed(store, { collection: collectionAt(place)!, elements: payloads });
}

/** The root, the entities, and the other roots that hold them or would hold them. */
async function ownRows(store: EntityStore, { place, keys, payloads = [], deleted }: Writing): Promise<RowKeys[]> {
  const { aggregate, path, parentKeys } = place;
  const rootPlace = { aggregate, path: [], parentKeys: [] };
  const roots = path.length > 0 ? await store.find(rootPlace, [parentKeys[0]!]) : [];
  const entities = keys || isSingle(place) ? await store.find(place, keys, { deleted }) : [];
  const values = [...entities.map((entity) => entity.get() as FieldValues), ...payloads.map((one) => one.values)];
  return [
    rowKeys(aggregate.root, roots),
    rowKeys(entityAt(place), entities),
    ...(await store.locks.holderKeys([{ entity: entityAt(place), rows: values, except: path }])),
  ];
}

function isSingle(place: Place): boolean {
  return collectionAt(place)?.kind === 'oneToOne';
}

function rowKeys(entity: EntityMetadata, rows: Awaited<ReturnType<EntityStore['find']>>): RowKeys {
  return { entity, keys: rows.map((row) => row.get(entity.primaryKey.name)) };
}
