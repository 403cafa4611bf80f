import type { ActionMetadata, ArgumentSource } from '../metadata';
import {
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type FieldValues,
  type Held,
  isSameRow,
  type LockedRoots,
  type LockedRows,
  noteRoots,
  type Place,
  raiseVersionsOf,
  watchLoaded,
} from '../persistence';
import { EntityNotFoundError, ReferenceNotFoundError } from './errors';
import { lockingInOrder, type Writing } from './locking-in-order';
import { nothingAt, requireParent } from './resolve-path';
import type { RootGuard } from './root-guard';
import { saveLoaded } from './save-loaded';

/** One call of an action. */
export interface ActionCall {
  readonly action: ActionMetadata;
  /** Of the root or child that the action acts on. */
  readonly place: Place;
  /** Undefined for a single child. */
  readonly key: EntityKey | undefined;
  /**
   * Reads the arguments, in the order of the parameters: of a root its key, of an entity of the path nothing. It is
   * called before the transaction, and again for each further attempt, since the method may change what it is given.
   */
  readonly readArguments: () => readonly unknown[];
  /** Told of the root, once the child is found, too. */
  readonly guard?: RootGuard;
}

/**
 * Calls a method of a root, on the root itself or on a child, in a transaction of its own with the root locked.
 *
 * Changes that the method makes to the root, and to those entities of the aggregate that it was handed or has read, are saved
 * when it returns: the root first, then parents before their children. The version of the root is raised in any case.
 * A throw rolls back all of it.
 *
 * @returns what the method returns
 * @throws EntityNotFoundError when the root or the child is missing, or the child belongs to another parent
 * @throws ReferenceNotFoundError when an argument names a root that does not exist
 * @throws InvalidEntityError when the model refuses a value that the method has set
 * @see Specification, "Action routes"
 */
export async function runAction(store: EntityStore, call: ActionCall): Promise<unknown> {
  let read: readonly unknown[] | undefined = call.readArguments();
  return lockingInOrder(store, writingsOf(call), async (locked) => {
    const given = read ?? call.readArguments();
    read = undefined;
    const called = await lockCalled(store, call, locked);
    call.guard?.locked([called.root]);
    const args = await argumentsOf(store, call.action, given, called);
    return callMethod(store, call, called, args);
  });
}

/** The root, and the entities of the path that the method takes, by their step. */
interface Called {
  readonly root: Entity;
  readonly onPath: ReadonlyMap<number, Entity>;
  readonly holders: readonly LockedRoots[];
  readonly locked: LockedRows;
}

/** The root, then the child. */
function writingsOf({ action, place, key }: ActionCall): Writing[] {
  const root = { place: rootPlace(place), keys: [[...place.parentKeys, key][0]!] };
  return stepsTaken(action).includes(place.path.length - 1)
    ? [root, { place, keys: key === undefined ? undefined : [key] }]
    : [root];
}

function rootPlace({ aggregate }: Place): Place {
  return { aggregate, path: [], parentKeys: [] };
}

async function lockCalled(store: EntityStore, call: ActionCall, locked: LockedRows): Promise<Called> {
  const { action, place, key } = call;
  const { aggregate, path, parentKeys } = place;
  const keys = [...parentKeys, key];
  const root = await store.lockRoot({ ...place, parentKeys: keys }, { isWhole: true });
  if (!root) throw new EntityNotFoundError(aggregate.root, [keys[0]!]);
  const held: Held[] = [{ entity: aggregate.root, rows: [valuesOf(root)] }];
  const onPath = new Map<number, Entity>();
  for (const step of stepsTaken(action)) {
    const isChild = step === path.length - 1;
    const at = isChild ? place : { aggregate, path: path.slice(0, step + 1), parentKeys: keys.slice(0, step + 1) };
    const entity = await findOne(store, at, keys[step + 1]);
    onPath.set(step, entity);
    if (isChild) held.push({ entity: entityAt(place), rows: [valuesOf(entity)], except: path });
  }
  return { root, onPath, holders: await store.locks.lockHolders(held, locked), locked };
}

/** From the root down. */
function stepsTaken({ parameters }: ActionMetadata): number[] {
  const steps = parameters.flatMap(({ source }) => (source.kind === 'path' ? source.step : []));
  return steps.sort((one, other) => one - other);
}

async function findOne(store: EntityStore, place: Place, key: EntityKey | undefined): Promise<Entity> {
  const keys = key === undefined ? undefined : [key];
  const [found] = await store.find(place, keys, { isLocking: true });
  if (found) return found;
  await requireParent(store, place);
  throw nothingAt(place, keys);
}

async function argumentsOf(
  store: EntityStore,
  { parameters }: ActionMetadata,
  given: readonly unknown[],
  { onPath }: Called,
): Promise<unknown[]> {
  const args: unknown[] = [];
  for (const [index, { name, source }] of parameters.entries()) {
    if (source.kind === 'path') args.push(onPath.get(source.step));
    else args.push(await argumentOf(store, name, source, given[index]));
  }
  return args;
}

async function argumentOf(store: EntityStore, name: string, source: ArgumentSource, given: unknown): Promise<unknown> {
  if (source.kind !== 'entity' || given === undefined) return given;
  const found = await store.findByKey(source.entity, given as EntityKey);
  if (!found) throw new ReferenceNotFoundError([name], source.entity, given as EntityKey);
  return found;
}

async function callMethod(
  store: EntityStore,
  { action, place: { aggregate } }: ActionCall,
  { root, onPath, holders, locked }: Called,
  args: readonly unknown[],
): Promise<unknown> {
  const version = [...aggregate.root.fields.values()].find(({ origin }) => origin === 'version')?.name;
  const before = version && root.get(version);
  const method = (root as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[action.method]!;
  noteRoots(aggregate.root, [root]);
  const { result, loaded } = await watchLoaded([root, ...onPath.values()], () => Reflect.apply(method, root, args));
  const others = await saveLoaded(store, aggregate, root, loaded, locked);
  await raiseVersionsOf([...holders, ...others].map((holder) => without(holder, root)));
  if (version && root.get(version) === before) await raiseVersionsOf([{ aggregate, roots: [root] }]);
  return result;
}

/** The version of the root itself is raised once, whatever other ways lead to it. */
function without({ aggregate, roots }: LockedRoots, root: Entity): LockedRoots {
  return { aggregate, roots: roots.filter((one) => !isSameRow(one, root)) };
}

function valuesOf(entity: Entity): FieldValues {
  return entity.get() as FieldValues;
}
