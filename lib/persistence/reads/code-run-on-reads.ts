import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { hasConstructor } from '../models/constructors';
import { type DomainModel, isOverridden, modelOf } from '../models/domain-model';
import { Model } from '../sequelize/decorators';
import { noteLoaded } from '../unit-of-work/loaded-entities';

interface CustomModel {
  readonly prototype: { readonly _customGetters: object };
  readonly options: { readonly hooks?: Hooks };
  readonly sequelize: { readonly options: { readonly hooks?: Hooks } };
}

type Hooks = Readonly<Record<string, readonly unknown[]>>;

const READ_HOOKS = [
  'beforeFind',
  'beforeFindAfterExpandIncludeAll',
  'beforeFindAfterOptions',
  'afterFind',
  'beforeCount',
  'beforeQuery',
  'afterQuery',
];
const OVERRIDABLE = ['findAll', 'count', 'build', 'bulkBuild'] as const satisfies readonly (keyof DomainModel)[];

/** The columns that have a getter. */
function gettersOf(model: DomainModel, names: readonly string[]): readonly string[] {
  const { _customGetters: getters } = (model as unknown as CustomModel).prototype;
  return names.filter((name) => Object.hasOwn(getters, name));
}

/** Whether the value of the field comes from a getter. */
export function hasGetter({ type }: EntityMetadata, { name }: FieldMetadata): boolean {
  return gettersOf(modelOf(type), [name]).length > 0;
}

interface CodeOnReads {
  readonly model: DomainModel & CustomModel;
  /** The number of hooks when it was determined. */
  readonly hooks: number;
  /** Whether rows of the class have to be found by Sequelize, because its hooks or overrides run then. */
  readonly runsOnFinds: boolean;
  /** The fields whose values getters return; all if the class has its own `get()`. */
  readonly getters: ReadonlySet<string>;
  /** Whether a constructor takes part when an instance is built. */
  readonly isConstructed: boolean;
  /** Whether any such code runs. */
  readonly isAny: boolean;
}

const results = new WeakMap<EntityMetadata, CodeOnReads>();

/** Determined again when hooks were added or removed, which can happen at any time. */
export function codeOnReads(entity: EntityMetadata): CodeOnReads {
  const cached = results.get(entity);
  const model = cached?.model ?? (modelOf(entity.type) as DomainModel & CustomModel);
  const hooks = countHooks(model.options.hooks) + countHooks(model.sequelize.options.hooks);
  if (cached?.hooks === hooks) return cached;
  const names = [...entity.fields.keys()];
  const getters = new Set(hasOwnGet(model) ? names : gettersOf(model, names));
  const runsOnFinds = findCodeOf(model).length > 0;
  const isConstructed = hasConstructor(model);
  const code = { model, hooks, runsOnFinds, getters, isConstructed, isAny: runsOnFinds || getters.size > 0 };
  results.set(entity, code);
  return code;
}

/** The domain code that runs when entities of a class are found: `the hook afterFind`, `its own static count()`. */
export function codeRunOnFinds({ type }: EntityMetadata): readonly string[] {
  return findCodeOf(modelOf(type) as DomainModel & CustomModel);
}

function findCodeOf(model: DomainModel & CustomModel): string[] {
  const hooks = [model.options.hooks, model.sequelize.options.hooks].flatMap(domainHooks);
  return [
    ...hooks.map((name) => `the hook ${name}`),
    ...OVERRIDABLE.filter((name) => isOverridden(model, name)).map((name) => `its own static ${name}()`),
  ];
}

function hasOwnGet(model: DomainModel): boolean {
  return model.prototype.get !== Model.prototype.get;
}

function countHooks(hooks: Hooks | undefined): number {
  let count = 0;
  if (hooks) for (const name of READ_HOOKS) count += hooks[name]?.length ?? 0;
  return count;
}

function domainHooks(hooks: Hooks | undefined): readonly string[] {
  return READ_HOOKS.filter((name) => hooks?.[name]?.some(isDomainHook));
}

/** The hook that this package adds itself does not count. */
function isDomainHook(hook: unknown): boolean {
  return hook !== noteLoaded;
}
