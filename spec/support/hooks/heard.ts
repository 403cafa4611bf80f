import type { Model } from 'sequelize';

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

interface Hooked {
  addHook(hook: RowHook, name: string, listener: (...args: readonly unknown[]) => void): unknown;
  removeHook(hook: RowHook, name: string): unknown;
}

/**
 * Adds listeners to a class or to a Sequelize instance, runs the work, and removes them again.
 *
 * @returns what the listeners heard, in order
 */
export async function hearing(
  hooked: object,
  hooks: readonly RowHook[],
  work: () => Promise<unknown>,
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const { addHook, removeHook } = hooked as Hooked;
  for (const hook of hooks) addHook.call(hooked, hook, LISTENER, (...args) => void heard.push(heardBy(hook, args)));
  try {
    await work();
  } finally {
    for (const hook of hooks) removeHook.call(hooked, hook, LISTENER);
  }
  return heard;
}

const LISTENER = 'listener';

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
