import { Op, type WhereOptions } from 'sequelize';
import type { DomainModel } from './domain-model';

/** Cached, since Sequelize creates a class on each call of `unscoped()`. */
const unscopedModels = new WeakMap<DomainModel, DomainModel>();

/** The `where` of the default scope; undefined without one. */
export function defaultCriteria({ options }: DomainModel): WhereOptions | undefined {
  return (options.defaultScope as { readonly where?: WhereOptions } | undefined)?.where;
}

/** Combines criteria with the default scope. Sequelize itself would replace conditions on the same column. */
export function inDefaultScope(model: DomainModel, where: WhereOptions): WhereOptions {
  const criteria = defaultCriteria(model);
  return criteria === undefined ? where : { [Op.and]: [where, criteria] };
}

/** The class without its default scope, for rows that were already found: a write may take a row out of the scope. */
export function withoutDefaultScope(model: DomainModel): DomainModel {
  if (defaultCriteria(model) === undefined) return model;
  const cached = unscopedModels.get(model) ?? (model.unscoped() as DomainModel);
  unscopedModels.set(model, cached);
  return cached;
}
