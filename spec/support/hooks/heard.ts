import type { Model, Transaction } from 'sequelize';

/** The hooks that Sequelize runs for a row. */
export const ROW_HOOKS = [
  'beforeValidate',
  'afterValidate',
  'validationFailed',
  'beforeCreate',
  'beforeSave',
  'afterCreate',
  'afterSave',
  'beforeUpdate',
  'afterUpdate',
  'beforeDestroy',
  'afterDestroy',
  'beforeRestore',
  'afterRestore',
] as const;

export type RowHook = (typeof ROW_HOOKS)[number];

/** What one call of a hook is told, as values that can be compared. */
export interface Heard {
  readonly hook: string;
  /** The number of arguments. */
  readonly count: number;
  readonly isNewRecord: boolean;
  readonly changed: readonly string[] | false;
  readonly previous: Values;
  readonly values: Values;
  /** Those of the documented options that are set. `transaction` is whether there is one. */
  readonly options: Values;
  /** The violations that `validationFailed` is handed. */
  readonly violations?: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

/** A class, or a Sequelize instance. */
type Hooked = object;

interface Hooks {
  addHook(hook: RowHook, name: string, listener: HookListener): unknown;
  removeHook(hook: RowHook, name: string): unknown;
}

/** @param options with the transaction of the write */
export type HookListener = (row: Model, options: { readonly transaction?: Transaction }) => unknown;

/** Runs the work while the class or the Sequelize instance has the hook. */
export async function withHook<T>(
  hooked: Hooked,
  hook: RowHook,
  listener: HookListener,
  work: () => Promise<T>,
): Promise<T> {
  const hooks = hooked as Hooks;
  added += 1;
  const name = `listener ${added}`;
  hooks.addHook(hook, name, listener);
  try {
    return await work();
  } finally {
    hooks.removeHook(hook, name);
  }
}

let added = 0;

/** Runs the work with listeners to these hooks. @returns what they heard, in order */
export async function hearing(
  hooked: Hooked,
  hooks: readonly RowHook[],
  work: () => Promise<unknown>,
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const listening = hooks.reduceRight<() => Promise<unknown>>((inner, hook) => {
    const listener = (...args: readonly unknown[]) => void heard.push(heardBy(hook, args));
    return () => withHook(hooked, hook, listener, inner);
  }, work);
  await listening();
  return heard;
}

interface Failure {
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

function heardBy(hook: string, args: readonly unknown[]): Heard {
  const [instance, options, failure] = args as [Model, Values, Failure | undefined];
  return {
    hook,
    count: args.length,
    isNewRecord: instance.isNewRecord,
    changed: sorted(instance.changed()),
    previous: withoutTimes(instance.previous() as Values),
    values: withoutTimes(instance.get()),
    options: documented(options),
    ...(failure && { violations: failure.errors.map(({ path, message }) => `${path}: ${message}`) }),
  };
}

const DOCUMENTED = ['fields', 'hooks', 'validate', 'returning', 'silent', 'force', 'individualHooks'];

function documented({ transaction, ...options }: Values): Values {
  const set = DOCUMENTED.filter((name) => options[name] !== undefined);
  return {
    transaction: transaction !== undefined,
    ...Object.fromEntries(set.map((name) => [name, sorted(options[name])])),
  };
}

/** Names of fields are a set: their order has no effect. */
function sorted<T>(value: T): T {
  return Array.isArray(value) ? (value.toSorted() as T) : value;
}

/** Times differ between two runs. */
function withoutTimes(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof Date ? 'a time' : value]),
  );
}
