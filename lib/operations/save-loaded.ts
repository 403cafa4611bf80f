import type { AggregateMetadata, EntityMetadata } from '../metadata';
import {
  atPath,
  changedRow,
  type Entity,
  type EntityKey,
  type EntityStore,
  isSameRow,
  type LockedRoots,
  type LockedRows,
  markChangedInPlace,
  rowOf,
  treeViolationsOf,
} from '../persistence';
import { InvalidEntityError } from '../values';
import { EntityChangedTwiceError } from './errors';

/**
 * Saves the changes of domain code inside one aggregate: the root first, then shorter paths before longer ones.
 *
 * New entities, those of other aggregates, and those that the code has saved itself are not saved here.
 *
 * @param loaded all entities that the code has read
 * @param locked rows that are locked already
 * @returns the roots of other aggregates that the saved entities belong to, locked
 * @throws EntityChangedTwiceError when two instances of one row were changed
 * @throws InvalidEntityError when the model rejects a value; paths begin with the collection of the entity
 */
export async function saveLoaded(
  store: EntityStore,
  aggregate: AggregateMetadata,
  root: Entity,
  loaded: readonly Entity[],
  locked: LockedRows,
): Promise<readonly LockedRoots[]> {
  const { type, key } = aggregate.root;
  markChangedInPlace(loaded);
  verifyDistinctRows(loaded.filter(isChanged));
  for (const entity of loaded.filter((one) => one.constructor === type && isChanged(one) && isSameRow(one, root))) {
    await save(store, aggregate.root, entity);
  }
  const owningRoots: LockedRoots[] = [];
  for (const path of aggregate.paths) {
    const place = { aggregate, path, parentKeys: [root.get(key.name) as EntityKey] };
    const members = await changedAt(store, place, loaded);
    if (members.length === 0) continue;
    const { target, property } = path.at(-1)!;
    const rows = members.map((member) => member.get() as Record<string, unknown>);
    owningRoots.push(...(await store.locks.lockOwningRoots([{ entity: target, rows, except: path }], locked)));
    for (const member of members) await atPath([property], () => save(store, target, member));
  }
  return owningRoots;
}

/** The changed entities that the database has at a place. */
async function changedAt(
  store: EntityStore,
  place: Parameters<EntityStore['find']>[0],
  loaded: readonly Entity[],
): Promise<Entity[]> {
  const { type, key } = place.path.at(-1)!.target;
  const changed = loaded.filter((entity) => entity.constructor === type && isChanged(entity));
  if (changed.length === 0) return [];
  // The code may have changed the key, too; the row still has the old one.
  const storedKey = (entity: Entity) => entity.previous(key.name as never) as EntityKey;
  const found = await store.unscoped.find(place, changed.map(storedKey), { isLocking: true });
  const keys = new Set(found.map((entity) => String(entity.get(key.name))));
  return changed.filter((entity) => keys.has(String(storedKey(entity))));
}

/** @throws InvalidEntityError when the model rejects a value, or the entity would become its own ancestor */
async function save(store: EntityStore, entity: EntityMetadata, row: Entity): Promise<void> {
  const violations = await treeViolationsOf(entity, store.registry.entities, changedRow(row));
  if (violations.length > 0) throw new InvalidEntityError(violations);
  await store.update(entity, row, {});
}

/** Two instances of one row would overwrite each other. @throws EntityChangedTwiceError */
function verifyDistinctRows(changed: readonly Entity[]): void {
  const seen = new Set<string>();
  for (const entity of changed) {
    const row = rowOf(entity);
    if (seen.has(row)) throw new EntityChangedTwiceError(entity.constructor.name);
    seen.add(row);
  }
}

function isChanged(entity: Entity): boolean {
  return !entity.isNewRecord && entity.changed() !== false;
}
