import { Op, type WhereOptions } from 'sequelize';
import type { DomainModel } from './domain-model';

/** The class without its default scope; one for each, since Sequelize makes a class every time. */
const unscopedModels = new WeakMap<DomainModel, DomainModel>();

/** The condition of the default scope of a class on its rows; undefined where there is none. */
export function defaultCriteria({ options }: DomainModel): WhereOptions | undefined {
  return (options.defaultScope as { readonly where?: WhereOptions } | undefined)?.where;
}

/** Criteria narrowed to the rows that the default scope leaves. Sequelize lets one condition replace another there. */
export function inDefaultScope(model: DomainModel, where: WhereOptions): WhereOptions {
  const criteria = defaultCriteria(model);
  return criteria === undefined ? where : { [Op.and]: [where, criteria] };
}

/**
 * The class for work on rows that are known already, or that follow from others: a row that a write takes out of the
 * default scope is still the row that was written.
 */
export function withoutDefaultScope(model: DomainModel): DomainModel {
  if (defaultCriteria(model) === undefined) return model;
  const known = unscopedModels.get(model) ?? (model.unscoped() as DomainModel);
  unscopedModels.set(model, known);
  return known;
}
