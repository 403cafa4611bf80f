import { Model } from 'sequelize-typescript';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type DomainModel, isOverridden, modelOf } from '../models/domain-model';
import { noteLoaded } from '../unit-of-work/loaded-entities';

interface CustomModel {
  readonly prototype: { readonly _customGetters: object };
  readonly options: { readonly hooks?: Hooks };
  readonly sequelize: { readonly options: { readonly hooks?: Hooks } };
}

type Hooks = Readonly<Record<string, readonly unknown[]>>;

const FIND_HOOKS = ['beforeFind', 'beforeFindAfterExpandIncludeAll', 'beforeFindAfterOptions', 'afterFind'];
const READ_HOOKS = [...FIND_HOOKS, 'beforeCount', 'beforeQuery', 'afterQuery'];
const OVERRIDABLE = ['findAll', 'count', 'build', 'bulkBuild'] as const satisfies readonly (keyof DomainModel)[];

/** The columns that have a getter. */
export function gettersOf(model: DomainModel, names: readonly string[]): readonly string[] {
  const { _customGetters: getters } = (model as unknown as CustomModel).prototype;
  return names.filter((name) => Object.hasOwn(getters, name));
}

/** Whether the value of the field comes from a getter. */
export function hasGetter({ type }: EntityMetadata, { name }: FieldMetadata): boolean {
  return gettersOf(modelOf(type), [name]).length > 0;
}

/** Whether the class has hooks that run when instances are found. */
export function hasFindHooks(model: DomainModel): boolean {
  return domainHooks(model.options.hooks as Hooks, FIND_HOOKS).length > 0;
}

interface CachedResult {
  /** The number of hooks when it was determined. */
  readonly hooks: number;
  readonly needsInstances: boolean;
}

const results = new WeakMap<EntityMetadata, CachedResult>();

/**
 * Whether reads have to build instances of the class, because domain code runs on reads: getters, hooks or overrides.
 *
 * Determined again when hooks were added or removed, which can happen at any time.
 */
export function needsInstances(entity: EntityMetadata): boolean {
  const model = modelOf(entity.type) as DomainModel & CustomModel;
  const hooks = countHooks(model.options.hooks) + countHooks(model.sequelize.options.hooks);
  const cached = results.get(entity);
  if (cached?.hooks === hooks) return cached.needsInstances;
  const result = codeRunOnReads(entity).length > 0;
  results.set(entity, { hooks, needsInstances: result });
  return result;
}

/** The domain code that runs when entities of a class are read: `a getter of total`, `the hook afterFind`. */
export function codeRunOnReads({ type, fields }: EntityMetadata): readonly string[] {
  const model = modelOf(type) as DomainModel & CustomModel;
  const hooks = [model.options.hooks, model.sequelize.options.hooks].flatMap((all) => domainHooks(all, READ_HOOKS));
  return [
    ...gettersOf(model, [...fields.keys()]).map((name) => `a getter of ${name}`),
    ...hooks.map((name) => `the hook ${name}`),
    ...OVERRIDABLE.filter((name) => isOverridden(model, name)).map((name) => `its own static ${name}()`),
    ...(model.prototype.get === Model.prototype.get ? [] : ['its own get()']),
  ];
}

function countHooks(hooks: Hooks | undefined): number {
  let count = 0;
  if (hooks) for (const name of READ_HOOKS) count += hooks[name]?.length ?? 0;
  return count;
}

function domainHooks(hooks: Hooks | undefined, names: readonly string[]): readonly string[] {
  return names.filter((name) => hooks?.[name]?.some(isDomainHook));
}

/** The hook that this package adds itself does not count. */
function isDomainHook(hook: unknown): boolean {
  return hook !== noteLoaded;
}
