import { deadlines, handlePromisesIn, runObserved } from '../foundation';
import type { ActionMetadata } from '../metadata';
import {
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type FieldValues,
  followVersion,
  incrementVersionsOf,
  type LockedRoots,
  type LockedRows,
  type MemberRows,
  type Place,
  touchRoots,
  watchLoaded,
} from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import { EntityNotFoundError, missingMessage, ReferenceNotFoundError } from './errors';
import { readReturnedBack } from './read-back';
import { notFoundError, requireParent } from './resolve-path';
import type { RootCheck } from './root-check';
import { saveLoaded } from './save-loaded';
import { type PlannedWrite, withLocks } from './with-locks';

/** The arguments of an action, in the order of its parameters, and the violations of those that are left undefined. */
export interface ActionArguments {
  readonly values: readonly unknown[];
  readonly violations: readonly Violation[];
}

/** One call of an action. */
export interface ActionCall {
  readonly action: ActionMetadata;
  /** The place of the root or child that the action acts on. */
  readonly place: Place;
  /** Undefined for a single child. */
  readonly key: EntityKey | undefined;
  /**
   * Reads the arguments in the order of the parameters: the key of a root, undefined for an entity of the path. Called
   * before the transaction, and again for each further attempt, since the method may change its arguments.
   */
  readonly readArguments: () => ActionArguments;
  /** Checks the locked root, after the child was found. */
  readonly rootCheck?: RootCheck;
}

/**
 * Calls a method of a root, on the root itself or on a child, in a transaction of its own with the root locked.
 *
 * Changes that the method makes to the root, to its arguments and to entities of the aggregate that it reads are saved
 * when it returns: the root first, then parents before their children. The version of the root is incremented in any
 * case. If the method throws, everything is rolled back.
 *
 * @returns what the method returns
 * @throws EntityNotFoundError when the root or the child is missing, or the child belongs to another parent
 * @throws ReferenceNotFoundError when an argument names a root that does not exist
 * @throws InvalidEntityError when arguments are invalid, or the model rejects a value that the method has set
 * @see Specification, "Action routes"
 */
export function runAction(store: EntityStore, call: ActionCall): Promise<unknown> {
  const observer = deadlines.getStore()?.observer;
  if (!observer) return run(store, call);
  const { action, place } = call;
  return runObserved(observer, 'action', `${place.aggregate.root.name}.${action.name}`, () => run(store, call));
}

async function run(store: EntityStore, call: ActionCall): Promise<unknown> {
  const { values: read, violations } = call.readArguments();
  if (violations.length > 0) {
    const { missing } = await referredRoots(store, call.action, read);
    throw new InvalidEntityError([...violations, ...missing.map(violationOf)]);
  }
  let firstArguments: readonly unknown[] | undefined = read;
  return withLocks(store, plannedWrites(call), async (locked) => {
    const values = firstArguments ?? call.readArguments().values;
    firstArguments = undefined;
    const target = await lockTarget(store, call, locked);
    const { place, key, rootCheck } = call;
    const readRows = () => store.retrieval.lockedPath(place, key === undefined ? undefined : [key]);
    await rootCheck?.locked([target.root], readRows);
    const args = await argumentsOf(store, call.action, values, target);
    const result = await callMethod(store, call, target, args);
    await readReturnedBack(store, target.root, result);
    await rootCheck?.written(readRows);
    return result;
  });
}

/** The locked entities that the method is called with. */
interface ActionTarget {
  readonly root: Entity;
  /** The entities of the path that the method takes, by their step. */
  readonly onPath: ReadonlyMap<number, Entity>;
  readonly owningRoots: readonly LockedRoots[];
  readonly locked: LockedRows;
}

/** The root, then the child. */
function plannedWrites({ action, place, key }: ActionCall): PlannedWrite[] {
  const root = { place: rootPlace(place), keys: [[...place.parentKeys, key][0]!] };
  return stepsTaken(action).includes(place.path.length - 1)
    ? [root, { place, keys: key === undefined ? undefined : [key] }]
    : [root];
}

function rootPlace({ aggregate }: Place): Place {
  return { aggregate, path: [], parentKeys: [] };
}

async function lockTarget(store: EntityStore, call: ActionCall, locked: LockedRows): Promise<ActionTarget> {
  const { action, place, key } = call;
  const { aggregate, path, parentKeys } = place;
  const keys = [...parentKeys, key];
  const root = await store.lockRoot({ ...place, parentKeys: keys }, { isWhole: true });
  if (!root) throw new EntityNotFoundError(aggregate.root, [keys[0]!]);
  const members: MemberRows[] = [{ entity: aggregate.root, rows: [valuesOf(root)] }];
  const onPath = new Map<number, Entity>();
  for (const step of stepsTaken(action)) {
    const isChild = step === path.length - 1;
    const at = isChild ? place : { aggregate, path: path.slice(0, step + 1), parentKeys: keys.slice(0, step + 1) };
    const entity = await findOne(store, at, keys[step + 1]);
    onPath.set(step, entity);
    if (isChild) members.push({ entity: entityAt(place), rows: [valuesOf(entity)], except: path });
  }
  return { root, onPath, owningRoots: await store.locks.lockOwningRoots(members, locked), locked };
}

/** The steps of the path whose entities the method takes, from the root down. */
function stepsTaken({ parameters }: ActionMetadata): number[] {
  const steps = parameters.flatMap(({ source }) => (source.kind === 'path' ? source.step : []));
  return steps.sort((one, other) => one - other);
}

async function findOne(store: EntityStore, place: Place, key: EntityKey | undefined): Promise<Entity> {
  const keys = key === undefined ? undefined : [key];
  const [found] = await store.find(place, keys, { isLocking: true });
  if (found) return found;
  await requireParent(store, place);
  throw notFoundError(place, keys);
}

/** @throws ReferenceNotFoundError with all arguments that name no root */
async function argumentsOf(
  store: EntityStore,
  action: ActionMetadata,
  values: readonly unknown[],
  { onPath }: ActionTarget,
): Promise<unknown[]> {
  const { roots, missing } = await referredRoots(store, action, values);
  const [first, ...others] = missing;
  if (first) throw new ReferenceNotFoundError(first.path, first.target, first.key, {}, others);
  return action.parameters.map(({ source }, index) =>
    source.kind === 'path' ? onPath.get(source.step) : (roots.get(index) ?? values[index]),
  );
}

interface ReferredRoots {
  /** By the index of the parameter. */
  readonly roots: ReadonlyMap<number, Entity>;
  readonly missing: readonly ReferenceNotFoundError[];
}

/** Loads the roots that arguments name by their keys. */
async function referredRoots(
  store: EntityStore,
  { parameters }: ActionMetadata,
  values: readonly unknown[],
): Promise<ReferredRoots> {
  const roots = new Map<number, Entity>();
  const missing: ReferenceNotFoundError[] = [];
  for (const [index, { name, source }] of parameters.entries()) {
    const value = values[index] as EntityKey | undefined;
    if (source.kind !== 'entity' || value === undefined) continue;
    const found = await store.findByKey(source.entity, value);
    if (found) roots.set(index, found);
    else missing.push(new ReferenceNotFoundError([name], source.entity, value));
  }
  return { roots, missing };
}

function violationOf({ path, target, key }: ReferenceNotFoundError): Violation {
  return { path, message: missingMessage(target, key), invalidValue: key };
}

async function callMethod(
  store: EntityStore,
  { action, place: { aggregate } }: ActionCall,
  { root, onPath, owningRoots, locked }: ActionTarget,
  args: readonly unknown[],
): Promise<unknown> {
  const method = (root as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[action.method]!;
  const settleVersion = followVersion(aggregate.root, root);
  touchRoots(aggregate.root, [root], {});
  const { result, loaded } = await watchLoaded([root, ...onPath.values()], () => Reflect.apply(method, root, args));
  // The transaction ends before the result becomes content.
  handlePromisesIn(result);
  const others = await saveLoaded(store, aggregate, root, loaded, locked);
  await settleVersion();
  await incrementVersionsOf([...owningRoots, ...others]);
  return result;
}

function valuesOf(entity: Entity): FieldValues {
  return entity.get() as FieldValues;
}
