import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../foundation';
import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore, FieldValues, RowKeys } from '../persistence';
import type { Changes } from './changes';
import { mergedValues } from './merge-values';

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
  const changing = elements.flatMap((changes) => {
    const { key, values } = changes;
    const row = found.get(String(key));
    if (!row || !wouldChange(row, changes)) return [];
    const before = row.get() as FieldValues;
    return [before, { ...before, ...values }];
  });
  const own = { entity: target, keys: [...found.values()].map((row) => row.get(target.primaryKey.name)) };
  return [own, ...(await store.locks.owningRootKeys([{ entity: target, rows: changing }]))];
}

/** Whether a payload has other values than the row. */
export function wouldChange(row: Entity, changes: Changes): boolean {
  const { values } = mergedValues(changes, row);
  return Object.entries(values).some(([name, value]) => differs(value, row.get(name)));
}

/** Keys may be text or numbers; objects are JSON, dates and bytes. */
function differs(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) ? !isDeepStrictEqual(one, other) : String(one) !== String(other);
}

function elementsBelow(entity: EntityMetadata, payloads: readonly Changes[]): CollectionElements[] {
  return [...entity.collections.values()].flatMap((collection) => {
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    return elements.length === 0 ? [] : [{ collection, elements }];
  });
}
