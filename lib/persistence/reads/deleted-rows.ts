import { Op, type WhereOptions } from 'sequelize';
import { type DomainModel, isDeletedSoftly } from '../models/domain-model';

/** Soft-deleted rows: besides the others, or only them. */
export type DeletedRows = 'include' | 'only';

/** The condition on `deletedAt`; by default only rows that are not deleted match. */
export function whereDeleted(model: DomainModel, deleted?: DeletedRows): WhereOptions {
  if (!isDeletedSoftly(model) || deleted === 'include') return {};
  return { [model._timestampAttributes.deletedAt!]: deleted === 'only' ? { [Op.ne]: null } : null };
}

/** The options of Sequelize's finders, which leave out soft-deleted rows by default. */
export function findOptionsFor(
  model: DomainModel,
  where: WhereOptions,
  deleted?: DeletedRows,
): { readonly where: WhereOptions; readonly boundsPlanning: true; readonly paranoid?: false } {
  if (!deleted) return { where, boundsPlanning: true };
  return { where: { [Op.and]: [where, whereDeleted(model, deleted)] }, boundsPlanning: true, paranoid: false };
}
