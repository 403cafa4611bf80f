import { Model } from 'sequelize-typescript';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type DomainModel, isOverridden, modelOf } from '../models/domain-model';
import { EXACT_NUMBERS } from '../models/exact-numbers';
import { noteLoaded } from '../unit-of-work/loaded-entities';

interface CustomModel {
  readonly prototype: { readonly _customGetters: object };
  readonly options: { readonly hooks?: Hooks };
  readonly sequelize: { readonly options: { readonly hooks?: Hooks } };
}

type Hooks = Readonly<Record<string, readonly unknown[]>>;

const FINDING_HOOKS = ['beforeFind', 'beforeFindAfterExpandIncludeAll', 'beforeFindAfterOptions', 'afterFind'];
const SEEING_HOOKS = [...FINDING_HOOKS, 'beforeCount', 'beforeQuery', 'afterQuery'];
const OVERRIDABLE = ['findAll', 'count', 'build', 'bulkBuild'] as const satisfies readonly (keyof DomainModel)[];

/** Those of the columns that have a getter. Getters of virtual fields are called by no read. */
export function gettersOf(model: DomainModel, names: readonly string[]): readonly string[] {
  const { _customGetters: getters } = (model as unknown as CustomModel).prototype;
  return names.filter((name) => Object.hasOwn(getters, name));
}

/** Whether instances show the value of a getter in place of the field's own. */
export function hasGetter({ type }: EntityMetadata, { name }: FieldMetadata): boolean {
  return gettersOf(modelOf(type), [name]).length > 0;
}

/** Whether a hook of the class runs when instances are found. */
export function hasFindHooks(model: DomainModel): boolean {
  return domainHooks(model.options.hooks as Hooks, FINDING_HOOKS).length > 0;
}

interface Verdict {
  readonly hooks: number;
  readonly notices: boolean;
}

const verdicts = new WeakMap<EntityMetadata, Verdict>();

/**
 * Whether code of the domain sees how entities of the class are read, so that they are read as instances.
 *
 * Asked again when a hook was added, which may be at any time.
 */
export function needsInstances(entity: EntityMetadata): boolean {
  const model = modelOf(entity.type) as DomainModel & CustomModel;
  const hooks = countHooks(model.options.hooks) + countHooks(model.sequelize.options.hooks);
  const known = verdicts.get(entity);
  if (known?.hooks === hooks) return known.notices;
  const notices = codeRunOnReads(entity).length > 0;
  verdicts.set(entity, { hooks, notices });
  return notices;
}

/** The code of the domain that sees how entities of a class are read: `a getter of total`, `the hook afterFind`. */
export function codeRunOnReads({ type, fields }: EntityMetadata): readonly string[] {
  const model = modelOf(type) as DomainModel & CustomModel;
  const hooks = [model.options.hooks, model.sequelize.options.hooks].flatMap((all) => domainHooks(all, SEEING_HOOKS));
  return [
    ...gettersOf(model, [...fields.keys()]).map((name) => `a getter of ${name}`),
    ...hooks.map((name) => `the hook ${name}`),
    ...OVERRIDABLE.filter((name) => isOverridden(model, name)).map((name) => `its own static ${name}()`),
    ...(model.prototype.get === Model.prototype.get ? [] : ['its own get()']),
  ];
}

function countHooks(hooks: Hooks | undefined): number {
  let count = 0;
  if (hooks) for (const name of SEEING_HOOKS) count += hooks[name]?.length ?? 0;
  return count;
}

function domainHooks(hooks: Hooks | undefined, names: readonly string[]): readonly string[] {
  return names.filter((name) => hooks?.[name]?.some(isDomainHook));
}

/** Those of this package are known by name, or themselves. */
function isDomainHook(hook: unknown): boolean {
  return hook !== noteLoaded && (hook as { readonly name?: string }).name !== EXACT_NUMBERS;
}
