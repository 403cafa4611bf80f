import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore, FieldValues, RowKeys } from '../persistence';
import type { Changes } from './changes';

/** Elements of one collection that name entities. */
interface Named {
  readonly collection: CollectionMetadata;
  readonly elements: readonly Changes[];
}

/** Whether payloads name entities below them that other roots may hold, too. */
export function hasSharedElements(store: EntityStore, entity: EntityMetadata, payloads: readonly Changes[]): boolean {
  return elementsBelow(entity, payloads).some(
    ({ collection: { target }, elements }) =>
      (!store.locks.hasOneHolder(target) && elements.some(({ key }) => key !== undefined)) ||
      hasSharedElements(store, target, elements),
  );
}

/** Those entities, and the roots that hold the ones that would change; not locked. */
export async function sharedRows(
  store: EntityStore,
  entity: EntityMetadata,
  payloads: readonly Changes[],
): Promise<RowKeys[]> {
  const rows: RowKeys[] = [];
  for (const named of elementsBelow(entity, payloads)) {
    const { target } = named.collection;
    if (!store.locks.hasOneHolder(target)) rows.push(...(await rowsNamed(store, named)));
    rows.push(...(await sharedRows(store, target, named.elements)));
  }
  return rows;
}

/** Entities that elements of one collection name, and the roots that hold the ones that would change; not locked. */
export async function rowsNamed(store: EntityStore, { collection, elements }: Named): Promise<RowKeys[]> {
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
  return [own, ...(await store.locks.holderKeys([{ entity: target, rows: changing }]))];
}

/** Whether a row has other values now. */
export function wouldChange(row: Entity, values: FieldValues): boolean {
  return Object.entries(values).some(([name, value]) => String(value) !== String(row.get(name)));
}

function elementsBelow(entity: EntityMetadata, payloads: readonly Changes[]): Named[] {
  return [...entity.collections.values()].flatMap((collection) => {
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    return elements.length === 0 ? [] : [{ collection, elements }];
  });
}
