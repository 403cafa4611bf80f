import { Model, type Sequelize } from 'sequelize';
import { type Awaitable, isPromise } from '../../foundation';
import { type DomainModel, type Entity, staticsOf } from '../sequelize/model-class';
import { type Hooks, optionsOf } from '../sequelize/sequelize-instance';
import { originalMethod } from './original-methods';

export const VALIDATION_HOOKS = ['beforeValidate', 'afterValidate', 'validationFailed'] as const;
const SAVE_HOOKS = ['beforeSave', 'afterSave', ...VALIDATION_HOOKS] as const;
const INSERT_HOOKS = [...SAVE_HOOKS, 'beforeCreate', 'afterCreate'] as const;
const UPDATE_HOOKS = [...SAVE_HOOKS, 'beforeUpdate', 'afterUpdate'] as const;
/** Hooks before an insert, which may set fields. */
const FILLING_HOOKS = ['beforeValidate', 'beforeSave', 'beforeCreate'] as const;
const LATE_HOOKS = ['beforeSave', 'beforeCreate'] as const;
const HOOKS_BEFORE = ['beforeValidate', 'afterValidate', 'beforeCreate', 'beforeUpdate'] as const;
const DESTROY_HOOKS = ['beforeDestroy', 'afterDestroy'] as const;
const BULK_DESTROY_HOOKS = ['beforeBulkDestroy', 'afterBulkDestroy'] as const;
const RESTORE_HOOKS = ['beforeRestore', 'afterRestore'] as const;
const BULK_RESTORE_HOOKS = ['beforeBulkRestore', 'afterBulkRestore'] as const;
const QUERY_HOOKS = ['beforeQuery', 'afterQuery'] as const;

export type WriteHook =
  | (typeof INSERT_HOOKS)[number]
  | (typeof UPDATE_HOOKS)[number]
  | (typeof DESTROY_HOOKS)[number]
  | (typeof BULK_DESTROY_HOOKS)[number]
  | (typeof RESTORE_HOOKS)[number]
  | (typeof BULK_RESTORE_HOOKS)[number]
  | (typeof QUERY_HOOKS)[number];

/** Whether the class, or the Sequelize instance for all classes, has one of these hooks. */
export function hasHooks(model: DomainModel, ...hooks: readonly WriteHook[]): boolean {
  return hasAny(model.options.hooks as Hooks | undefined, hooks) || hasAny(optionsOf(model.sequelize!).hooks, hooks);
}

/** Runs the hooks of a class, then those of the Sequelize instance, if there are any. @returns an error of `validationFailed` */
export async function runHooks(model: DomainModel, hook: WriteHook, ...args: readonly unknown[]): Promise<unknown> {
  return hasHooks(model, hook) ? staticsOf(model).runHooks(hook, ...args) : undefined;
}

/** {@link runHooks} for a new instance. Hooks that are synchronous run at once, and nothing has to be awaited. */
export function runHooksOfNew(model: DomainModel, hook: WriteHook, instance: Entity, options: object): Awaitable<void> {
  if (!hasHooks(model, hook)) return undefined;
  const all = [...(hooksOf(model, hook) ?? []), ...(optionsOf(model.sequelize!).hooks?.[hook] ?? [])];
  const runFrom = (index: number): Awaitable<void> => {
    for (let at = index; at < all.length; at++) {
      const one = all[at] as HookFunction | { readonly fn: HookFunction };
      const result = (typeof one === 'function' ? one : one.fn).call(model, instance, options);
      if (isPromise(result)) return result.then(() => runFrom(at + 1));
    }
    return undefined;
  };
  return runFrom(0);
}

type HookFunction = (instance: Entity, options: object) => unknown;

function hooksOf({ options }: DomainModel, hook: WriteHook): readonly object[] | undefined {
  return (options.hooks as Hooks | undefined)?.[hook];
}

/** Whether hooks run when a row of the class is inserted. */
export function hasInsertHooks(model: DomainModel): boolean {
  return hasHooks(model, ...INSERT_HOOKS);
}

/** The number of hooks that run before a row of the class is written: it changes when hooks are added or removed. */
export function countHooksBefore(model: DomainModel): number {
  const all = [model.options.hooks as Hooks | undefined, optionsOf(model.sequelize!).hooks];
  return all.reduce((sum, hooks) => sum + HOOKS_BEFORE.reduce((own, name) => own + (hooks?.[name]?.length ?? 0), 0), 0);
}

/** Whether hooks run after a row of the class was inserted. */
export function hasHooksAfterInsert(model: DomainModel): boolean {
  return hasHooks(model, 'afterCreate', 'afterSave');
}

/** Whether hooks may fill fields of a new row, so that a required field may be absent from a payload. */
export function mayFillFields(model: DomainModel): boolean {
  return hasHooks(model, ...FILLING_HOOKS);
}

/** Whether hooks may fill fields after Sequelize has validated the row. */
export function mayFillValidated(model: DomainModel): boolean {
  return hasHooks(model, ...LATE_HOOKS);
}

/** Whether hooks run when a row of the class is deleted. */
export function hasDestroyHooks(model: DomainModel): boolean {
  const hooks = optionsOf(model.sequelize!).hooks;
  return (
    hasAny(model.options.hooks as Hooks | undefined, DESTROY_HOOKS) ||
    DESTROY_HOOKS.some((name) => hooks?.[name]?.some((hook) => !ownHooks.has(hook)))
  );
}

const ownHooks = new WeakSet<object>();

/** Names a hook of all classes that this package adds itself, so that it makes no class one with hooks. */
export function ownHook<T extends object>(hook: T): T {
  ownHooks.add(hook);
  return hook;
}

/** Whether domain code runs when a row of the class is restored. */
export function hasRestoreHooks(model: DomainModel): boolean {
  return originalMethod(model.prototype.restore) !== Model.prototype.restore || hasHooks(model, ...RESTORE_HOOKS);
}

/** Whether hooks run when a row of the class is updated. */
export function hasUpdateHooks(model: DomainModel): boolean {
  return hasHooks(model, ...UPDATE_HOOKS);
}

/** Whether hooks run after a row of the class was updated. */
export function hasHooksAfterUpdate(model: DomainModel): boolean {
  return hasHooks(model, 'afterUpdate', 'afterSave');
}

/** Whether the class, or the Sequelize instance for all classes, has a hook. */
export function runsHook(model: DomainModel, hook: 'beforeUpdate' | 'beforeValidate'): boolean {
  return hasHooks(model, hook);
}

/** Whether hooks run on every statement. */
export function hasQueryHooks(sequelize: Sequelize): boolean {
  return hasAny(optionsOf(sequelize).hooks, QUERY_HOOKS);
}

function hasAny(hooks: Hooks | undefined, names: readonly WriteHook[]): boolean {
  if (hooks) for (const name of names) if (hooks[name]?.length) return true;
  return false;
}
