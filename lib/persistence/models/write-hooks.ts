import type { DomainModel } from './domain-model';

const SAVE_HOOKS = ['beforeSave', 'afterSave', 'beforeValidate', 'afterValidate'] as const;

const ROW_HOOKS = [...SAVE_HOOKS, 'beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate'] as const;

/** Whether code of the domain runs when a row of the class is inserted. */
export function hasInsertHooks(model: DomainModel): boolean {
  return (['beforeCreate', 'afterCreate', ...SAVE_HOOKS] as const).some((hook) => model.hasHook(hook));
}

/** Whether code of the domain runs when a row of the class is deleted. */
export function hasDestroyHooks(model: DomainModel): boolean {
  return model.hasHook('beforeDestroy') || model.hasHook('afterDestroy');
}

/** Whether code of the domain runs when a row of the class is changed. */
export function hasUpdateHooks(model: DomainModel): boolean {
  return (['beforeUpdate', 'afterUpdate', ...SAVE_HOOKS] as const).some((hook) => model.hasHook(hook));
}

/** Whether a hook stands on all classes of the database at once that any write of a row would run. */
export function hasSharedWriteHooks({ sequelize }: DomainModel): boolean {
  return ROW_HOOKS.some((hook) => (sequelize as unknown as { hasHook(name: string): boolean }).hasHook(hook));
}
