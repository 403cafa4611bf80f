import {
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  incrementVersionsOf,
  type LockedRows,
  type Place,
  type RestoredRows,
  type RestoringStore,
} from '../persistence';
import type { RowTree } from './entity-tree';
import { ReferenceNotFoundError } from './errors';
import { loadChildren } from './load-children';
import { readUpdatedBack } from './read-back';
import { type LockedEntities, lockEntities } from './resolve-path';
import { rowId } from './row-id';
import { TouchedEntities } from './touched-entities';
import type { UpdateOptions } from './update-entities';
import { withLocks } from './with-locks';

/**
 * Restores every soft-deleted entity that the keys resolve to, with the rows that were deleted with it: all of them,
 * or none. Entities that are not deleted stay as they are.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when a parent is missing or deleted, when no key resolves, or when one does not and all
 *   must be found
 * @throws ReferenceNotFoundError when a restored row refers to one that no longer exists
 */
export async function restoreEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  { mustFindAll, selection, rootCheck }: UpdateOptions = {},
): Promise<readonly RowTree[]> {
  return withLocks(store, [{ place, keys, deleted: 'include' }], async (locked) => {
    const found = await lockEntities(store, place, keys, locked, { mustFindAll, rootCheck, deleted: 'include' });
    const deleted = found.entities.filter((row) => store.restoring.isDeleted(entityAt(place), row));
    if (deleted.length > 0) await restoreLocked(store, place, found, deleted, locked);
    await readUpdatedBack(store, place, found.entities, rootCheck);
    await rootCheck?.written(() => store.retrieval.lockedPath(place, keys));
    return loadChildren(store.retrieval, selection, found.entities);
  });
}

async function restoreLocked(
  store: EntityStore,
  place: Place,
  { owningRoots }: LockedEntities,
  deleted: readonly Entity[],
  locked: LockedRows,
): Promise<void> {
  const plan = new RestorationPlan(store.restoring);
  await plan.addBelow({ entity: entityAt(place), rows: deleted });
  const others = await plan.touched.lockOwningRoots(store, locked);
  await store.restore(entityAt(place), deleted);
  await plan.execute();
  await incrementVersionsOf([...owningRoots, ...others]);
}

/** The steps of a restore, planned before anything is written: the rows that are restored with the entities. */
class RestorationPlan {
  /** Parents before their children. */
  readonly #dependents: RestoredRows[] = [];
  #named?: RestoredRows;
  /** The rows visited so far: entities may refer to each other in a circle. */
  readonly #visited = new Set<string>();

  /** Rows that are restored with the entities. */
  readonly touched = new TouchedEntities();

  constructor(private readonly restoring: RestoringStore) {}

  /** Adds all rows that were deleted with the given entities, which are restored separately, before them. */
  async addBelow(named: RestoredRows): Promise<void> {
    this.#named = this.#firstOf(named);
    await this.#addBelow(this.#named);
  }

  /** @throws ReferenceNotFoundError when a restored row refers to one that no longer exists */
  async execute(): Promise<void> {
    for (const { entity, rows } of this.#dependents) await this.restoring.restore(entity, rows);
    for (const restored of [this.#named!, ...this.#dependents]) {
      const broken = await this.restoring.brokenReference(restored);
      if (broken) throw new ReferenceNotFoundError([broken.field], broken.target, broken.key);
    }
  }

  async #addBelow(above: RestoredRows): Promise<void> {
    for (const found of await this.restoring.deletedWith(above)) {
      const fresh = this.#firstOf(found);
      if (fresh.rows.length === 0) continue;
      this.#dependents.push(fresh);
      this.touched.addChanged(fresh.entity, fresh.rows);
      await this.#addBelow(fresh);
    }
  }

  #firstOf({ entity, rows }: RestoredRows): RestoredRows {
    const fresh = rows.filter((row) => {
      const id = rowId(entity, row);
      if (this.#visited.has(id)) return false;
      this.#visited.add(id);
      return true;
    });
    return { entity, rows: fresh };
  }
}
