import { Model, type Sequelize } from 'sequelize';
import type { DomainModel } from './domain-model';

const SAVE_HOOKS = ['beforeSave', 'afterSave', 'beforeValidate', 'afterValidate'] as const;

const INSERT_HOOKS = [...SAVE_HOOKS, 'beforeCreate', 'afterCreate'] as const;
const UPDATE_HOOKS = [...SAVE_HOOKS, 'beforeUpdate', 'afterUpdate'] as const;

/** Whether hooks run when a row of the class is inserted. */
export function hasInsertHooks(model: DomainModel): boolean {
  return hasAny(model, INSERT_HOOKS);
}

/** Hooks before an insert, which may set fields. */
const FILLING_HOOKS = ['beforeValidate', 'beforeSave', 'beforeCreate'] as const;

/** Whether hooks may fill fields of a new row, so that a required field may be absent from a payload. */
export function mayFillFields(model: DomainModel): boolean {
  return hasAny(model, FILLING_HOOKS) || hasAny(model.sequelize as unknown as Hooked, FILLING_HOOKS);
}

/** Whether hooks may fill fields after Sequelize has validated the row. */
export function mayFillValidated(model: DomainModel): boolean {
  return hasAny(model, LATE_HOOKS) || hasAny(model.sequelize as unknown as Hooked, LATE_HOOKS);
}

const LATE_HOOKS = ['beforeSave', 'beforeCreate'] as const;

/** Whether hooks run when a row of the class is deleted. */
export function hasDestroyHooks(model: DomainModel): boolean {
  return model.hasHook('beforeDestroy') || model.hasHook('afterDestroy');
}

/** Whether domain code runs when a row of the class is restored. */
export function hasRestoreHooks(model: DomainModel): boolean {
  const isOwn = model.prototype.restore !== Model.prototype.restore;
  return isOwn || hasAny(model, RESTORE_HOOKS) || hasAny(model.sequelize as unknown as Hooked, RESTORE_HOOKS);
}

const RESTORE_HOOKS = ['beforeRestore', 'afterRestore'] as const;

/** Whether hooks run when a row of the class is updated. */
export function hasUpdateHooks(model: DomainModel): boolean {
  return hasAny(model, UPDATE_HOOKS);
}

/** Whether the Sequelize instance has hooks that run on writes of all classes. */
export function hasSharedWriteHooks({ sequelize }: DomainModel): boolean {
  const shared = sequelize as unknown as Hooked;
  return hasAny(shared, INSERT_HOOKS) || hasAny(shared, UPDATE_HOOKS) || hasAny(shared, QUERY_HOOKS);
}

/** Whether the class, or the Sequelize instance for all classes, has a hook. */
export function runsHook(model: DomainModel, hook: 'beforeUpdate' | 'beforeValidate'): boolean {
  return model.hasHook(hook) || hasAny(model.sequelize as unknown as Hooked, [hook]);
}

/** Whether hooks run on every statement. */
export function hasQueryHooks(sequelize: Sequelize): boolean {
  return hasAny(sequelize as unknown as Hooked, QUERY_HOOKS);
}

export const QUERY_HOOKS = ['beforeQuery', 'afterQuery'] as const;

type WriteHook = (typeof INSERT_HOOKS | typeof UPDATE_HOOKS | typeof RESTORE_HOOKS | typeof QUERY_HOOKS)[number];

interface Hooked {
  hasHook(name: never): boolean;
}

function hasAny(hooked: Hooked, hooks: readonly WriteHook[]): boolean {
  for (const hook of hooks) if (hooked.hasHook(hook as never)) return true;
  return false;
}
