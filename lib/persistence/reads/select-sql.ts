import { type literal, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import { isPlainObject } from '../../foundation';
import { inDefaultScope } from '../models/default-scope';
import type { DomainModel } from '../models/domain-model';
import { queryGeneratorOf } from '../models/query-generator';
import { type DeletedRows, whereDeleted } from './deleted-rows';

type Literal = ReturnType<typeof literal>;

export interface SelectOptions {
  /** Names of fields, or expressions with an alias. */
  readonly attributes: readonly (string | ProjectionAlias)[];
  readonly where: WhereOptions;
  readonly order?: readonly (readonly [Literal, string])[];
  readonly limit?: Literal;
  readonly offset?: Literal;
  /** Whether soft-deleted rows are read; none when absent. */
  readonly deleted?: DeletedRows;
  readonly lock?: boolean;
}

/**
 * The SELECT that `findAll` would send: without soft-deleted rows by default, and within the default scope.
 */
export function selectSql(model: DomainModel, options: SelectOptions): string {
  const { deleted: _, ...sent } = options;
  const mapped = { ...sent, ...columnsAndCriteria(model, options) };
  return queryGeneratorOf(model).selectQuery(model.getTableName(), mapped, model).replace(/;$/, '');
}

function columnsAndCriteria(model: DomainModel, { attributes, where, deleted }: SelectOptions): object {
  const criteria = inDefaultScope(model, { [Op.and]: [where, whereDeleted(model, deleted)] });
  return { attributes: attributes.map((attribute) => columnOf(model, attribute)), where: mapCriteria(model, criteria) };
}

function columnOf(model: DomainModel, attribute: string | ProjectionAlias): string | ProjectionAlias {
  if (typeof attribute !== 'string') return attribute;
  const column = model.getAttributes()[attribute]!.field!;
  return column === attribute ? column : [column, attribute];
}

function mapCriteria(model: DomainModel, criteria: unknown): unknown {
  if (Array.isArray(criteria)) return criteria.map((part) => mapCriteria(model, part));
  if (!isPlainObject(criteria)) return criteria;
  const mapped: Record<string | symbol, unknown> = {};
  for (const name of Reflect.ownKeys(criteria)) {
    const value = (criteria as Record<string | symbol, unknown>)[name];
    if (typeof name === 'symbol') mapped[name] = mapCriteria(model, value);
    else mapped[model.getAttributes()[name]?.field ?? name] = value;
  }
  return mapped;
}
