import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore, FieldValues, RowKeys } from '../persistence';
import type { Changes } from './changes';

/** Elements of one collection. */
interface CollectionElements {
  readonly collection: CollectionMetadata;
  readonly elements: readonly Changes[];
}

/** Whether nested elements name entities that may belong to the aggregates of other roots, too. */
export function hasSharedElements(store: EntityStore, entity: EntityMetadata, payloads: readonly Changes[]): boolean {
  return elementsBelow(entity, payloads).some(
    ({ collection: { target }, elements }) =>
      (!store.locks.hasOneRoot(target) && elements.some(({ key }) => key !== undefined)) ||
      hasSharedElements(store, target, elements),
  );
}

/** The entities that nested elements share with other roots, and the roots of those that would change; not locked. */
export async function sharedRows(
  store: EntityStore,
  entity: EntityMetadata,
  payloads: readonly Changes[],
): Promise<RowKeys[]> {
  const rows: RowKeys[] = [];
  for (const { collection, elements } of elementsBelow(entity, payloads)) {
    const { target } = collection;
    if (!store.locks.hasOneRoot(target)) rows.push(...(await namedRows(store, { collection, elements })));
    rows.push(...(await sharedRows(store, target, elements)));
  }
  return rows;
}

/** The entities that elements name, and the roots of those that would change; not locked. */
export async function namedRows(store: EntityStore, { collection, elements }: CollectionElements): Promise<RowKeys[]> {
  const { target } = collection;
  const keys = elements.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return [];
  const found = await store.linkable(collection, keys);
  const changing = elements.flatMap(({ key, values }) => {
    const row = found.get(String(key));
    if (!row || !wouldChange(row, values)) return [];
    const before = row.get() as FieldValues;
    return [before, { ...before, ...values }];
  });
  const own = { entity: target, keys: [...found.values()].map((row) => row.get(target.primaryKey.name)) };
  return [own, ...(await store.locks.owningRootKeys([{ entity: target, rows: changing }]))];
}

/** Whether a row has other values than these. */
export function wouldChange(row: Entity, values: FieldValues): boolean {
  return Object.entries(values).some(([name, value]) => String(value) !== String(row.get(name)));
}

function elementsBelow(entity: EntityMetadata, payloads: readonly Changes[]): CollectionElements[] {
  return [...entity.collections.values()].flatMap((collection) => {
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    return elements.length === 0 ? [] : [{ collection, elements }];
  });
}
