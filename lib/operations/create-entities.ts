import {
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  incrementVersionsOf,
  type LockedRoots,
  type LockedRows,
  type PathRow,
  type Place,
  type Selection,
} from '../persistence';
import type { Changes } from './changes';
import { createChildren, createTrees, insertPlaced } from './create-trees';
import { type EntityTree, leaf, type RowTree } from './entity-tree';
import { completeAt } from './load-children';
import type { PlacedChanges } from './placed-changes';
import { readBack } from './read-back';
import { refreshParents } from './refresh-parents';
import { reportingViolations } from './reporting-violations';
import { lockPath } from './resolve-path';
import type { RootCheck } from './root-check';
import { TouchedEntities } from './touched-entities';
import { withLocks } from './with-locks';

/**
 * Creates one entity for each payload at a place, with the children in the payload: all of them, or none.
 *
 * @param selection what to load besides the children that were created
 * @param rootCheck     checks the locked root, for a place below one
 * @returns the created entities in the order of the payloads; children have their keys
 * @throws EntityNotFoundError when a parent is missing
 * @throws InvalidEntityError when the model rejects a value; paths begin with the index of the payload
 * @throws ReferenceNotFoundError when a foreign key refers to nothing; its path begins with the index of the payload
 * @see Specification, "Generated CRUD routes": POST
 */
export async function createEntities(
  store: EntityStore,
  place: Place,
  payloads: readonly Changes[],
  selection?: Selection,
  rootCheck?: RootCheck,
): Promise<readonly RowTree[]> {
  // The roots do not exist yet.
  if (place.path.length === 0) await rootCheck?.locked([], async () => []);
  const placed = payloads.map((changes, index) => ({ changes, path: [index] }));
  return reportingViolations(store, { kind: 'create', place, payloads: placed }, async () => {
    if (isSingleStatement(store, place, payloads)) {
      const entity = entityAt(place);
      const insert = () => insertPlaced(store, entity, placed);
      const rows = await store.singleStatement.create(entity, insert);
      return completeAt(store.retrieval, place, selection, rows.map(leaf));
    }
    return withLocks(store, [{ place, payloads }], async (locked) => {
      const { root, parent, owningRoots } = await lockSurroundings(store, place, payloads, locked);
      if (root) await rootCheck?.locked([root], () => store.retrieval.lockedParents(place));
      const touched = new TouchedEntities();
      const trees = await createAt(store, place, placed, touched, parent);
      if (!touched.isEmpty) {
        await refreshParents(entityAt(place), trees);
        await incrementVersionsOf([...owningRoots, ...(await touched.lockOwningRoots(store, locked))]);
      }
      await readBack(store, place, 'create', trees, rootCheck);
      await rootCheck?.written(() => createdRow(store, place, trees));
      return completeAt(store.retrieval, place, selection, trees, parent);
    });
  });
}

/** Whether the rows are created by one INSERT, without a transaction: no other row has to be locked or written. */
function isSingleStatement(store: EntityStore, place: Place, payloads: readonly Changes[]): boolean {
  return (
    payloads.every(({ children, expanded }) => children.size === 0 && !expanded) &&
    store.singleStatement.mayCreate(place, payloads.length)
  );
}

/** The row of the path that the response names in `Location`; none for an array. */
async function createdRow(store: EntityStore, place: Place, trees: readonly EntityTree[]): Promise<readonly PathRow[]> {
  const [tree, ...others] = trees;
  if (!tree || others.length > 0) return [];
  return store.retrieval.lockedPath(place, [tree.entity.get(entityAt(place).key.name) as EntityKey]);
}

interface Surroundings {
  readonly root?: Entity;
  readonly parent?: Entity;
  readonly owningRoots: readonly LockedRoots[];
}

async function lockSurroundings(
  store: EntityStore,
  place: Place,
  payloads: readonly Changes[],
  locked: LockedRows,
): Promise<Surroundings> {
  const own = place.path.length > 0 ? await lockPath(store, place) : undefined;
  const others = await lockOthers(store, place, payloads, locked);
  if (!own) return { owningRoots: others };
  return { ...own, owningRoots: [{ aggregate: place.aggregate, roots: [own.root] }, ...others] };
}

/** Locks the roots, other than that of the place, whose aggregates the entities will belong to. */
async function lockOthers(
  store: EntityStore,
  place: Place,
  payloads: readonly Changes[],
  locked: LockedRows,
): Promise<readonly LockedRoots[]> {
  const entity = entityAt(place);
  if (store.locks.owningRootsOf(entity, place.path).length === 0) return [];
  const rows = payloads.map(({ values }) => ({ ...collectionAt(place)?.scope, ...values }));
  return store.locks.lockOwningRoots([{ entity, rows, except: place.path }], locked);
}

function createAt(
  store: EntityStore,
  place: Place,
  placed: readonly PlacedChanges[],
  touched: TouchedEntities,
  parent?: Entity,
): Promise<readonly EntityTree[]> {
  const collection = collectionAt(place);
  if (!collection || !parent) return createTrees(store, entityAt(place), placed, touched);
  return createChildren(
    store,
    collection,
    placed.map((one) => ({ ...one, parent })),
    touched,
  );
}
