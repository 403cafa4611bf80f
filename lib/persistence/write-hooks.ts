import type { DomainModel } from './domain-model';

const SAVE_HOOKS = [
  'beforeCreate',
  'afterCreate',
  'beforeSave',
  'afterSave',
  'beforeValidate',
  'afterValidate',
] as const;

/** Whether code of the domain runs when a row of the class is inserted. */
export function hasInsertHooks(model: DomainModel): boolean {
  return SAVE_HOOKS.some((hook) => model.hasHook(hook));
}

/** Whether code of the domain runs when a row of the class is deleted. */
export function hasDestroyHooks(model: DomainModel): boolean {
  return model.hasHook('beforeDestroy') || model.hasHook('afterDestroy');
}
