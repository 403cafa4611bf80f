import type { AggregateMetadata, CollectionPath } from '../metadata';
import {
  type Entity,
  type EntityKey,
  type EntityStore,
  isSameRow,
  type LockedRoots,
  type LockedRows,
  rowOf,
} from '../persistence';
import { below, InvalidEntityError } from '../values';
import { EntityChangedTwiceError } from './errors';

/**
 * Saves what domain code has changed inside one aggregate: the root first, then the shorter paths before the longer.
 *
 * Entities that are new, and those of other aggregates, are left to the code; so are those that it has saved itself.
 *
 * @param loaded all entities that the code has read
 * @param locked rows that are locked already
 * @returns the roots of other aggregates that hold what was saved, locked
 * @throws EntityChangedTwiceError when one row was changed as two entities
 * @throws InvalidEntityError when the model refuses a value; paths begin with the collection of the entity
 */
export async function saveLoaded(
  store: EntityStore,
  aggregate: AggregateMetadata,
  root: Entity,
  loaded: readonly Entity[],
  locked: LockedRows,
): Promise<readonly LockedRoots[]> {
  const { type, key } = aggregate.root;
  verifyOneEntityEach(loaded.filter(isChanged));
  for (const entity of loaded.filter((one) => one.constructor === type && isChanged(one) && isSameRow(one, root))) {
    await store.update(aggregate.root, entity, {});
  }
  const holders: LockedRoots[] = [];
  for (const path of aggregate.paths) {
    const members = await membersAmong(
      store,
      { aggregate, path, parentKeys: [root.get(key.name) as EntityKey] },
      loaded,
    );
    if (members.length === 0) continue;
    const rows = members.map((member) => member.get() as Record<string, unknown>);
    holders.push(...(await store.locks.lockHolders([{ entity: path.at(-1)!.target, rows, except: path }], locked)));
    for (const member of members) await saveChild(store, path, member);
  }
  return holders;
}

/** The changed entities that stand below the root on that path, as the database has it. */
async function membersAmong(
  store: EntityStore,
  place: Parameters<EntityStore['find']>[0],
  loaded: readonly Entity[],
): Promise<Entity[]> {
  const { type, key } = place.path.at(-1)!.target;
  const changed = loaded.filter((entity) => entity.constructor === type && isChanged(entity));
  if (changed.length === 0) return [];
  // The code may have changed the key, too: the row still has the one before.
  const storedKey = (entity: Entity) => entity.previous(key.name as never) as EntityKey;
  const found = await store.unscoped.find(place, changed.map(storedKey), { isLocking: true });
  const there = new Set(found.map((entity) => String(entity.get(key.name))));
  return changed.filter((entity) => there.has(String(storedKey(entity))));
}

async function saveChild(store: EntityStore, path: CollectionPath, child: Entity): Promise<void> {
  const { target, property } = path.at(-1)!;
  try {
    await store.update(target, child, {});
  } catch (error) {
    if (error instanceof InvalidEntityError) throw new InvalidEntityError(below([property], error.violations));
    throw error;
  }
}

/** Of two entities of one row the second would undo what the first has saved. */
function verifyOneEntityEach(changed: readonly Entity[]): void {
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
