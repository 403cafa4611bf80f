import { literal, type WhereOptions } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import type { DeletedRows } from './deleted-rows';
import { selectSql } from './select-sql';

/** `(SELECT attribute FROM model WHERE criteria)` */
export function select(
  model: DomainModel,
  attribute: string,
  where: WhereOptions,
  deleted?: DeletedRows,
): ReturnType<typeof literal> {
  return literal(`(${selectSql(model, { attributes: [attribute], where, deleted })})`);
}
