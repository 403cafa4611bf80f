import { Op, type WhereOptions } from 'sequelize';
import { type DomainModel, isDeletedSoftly } from '../models/domain-model';

/** Rows that were deleted softly: with those that are there, or alone. */
export type DeletedRows = 'include' | 'only';

/** The condition on rows that are not deleted, or on those that a search for deleted ones finds. */
export function whereDeleted(model: DomainModel, deleted?: DeletedRows): WhereOptions {
  if (!isDeletedSoftly(model) || deleted === 'include') return {};
  return { [model._timestampAttributes.deletedAt!]: deleted === 'only' ? { [Op.ne]: null } : null };
}

/** The same for Sequelize's own finders, which leave out the deleted unless they are told. */
export function findOptionsFor(
  model: DomainModel,
  where: WhereOptions,
  deleted?: DeletedRows,
): { readonly where: WhereOptions; readonly paranoid?: false } {
  return deleted ? { where: { [Op.and]: [where, whereDeleted(model, deleted)] }, paranoid: false } : { where };
}
