import { type LOCK, type literal, Op, type ProjectionAlias, Transaction, type WhereOptions } from 'sequelize';
import { isPlainObject } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import { inDefaultScope } from '../models/default-scope';
import type { DomainModel } from '../models/domain-model';
import { queryGeneratorOf } from '../sequelize/query-interface';
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
  readonly lock?: boolean | LOCK;
  readonly ignoresDefaultScope?: boolean;
  /** The JOINs behind the table. Columns are qualified by the table then. */
  readonly joins?: string;
}

/** The SELECT of rows of one class, under its name: without soft-deleted rows by default, and within the default scope. */
export function selectSql(model: DomainModel, options: SelectOptions): string {
  const { attributes, order = [], joins = '' } = options;
  const generator = queryGeneratorOf(model);
  const alias = generator.quoteIdentifier(model.name);
  const columns = attributes.map((attribute) => columnSql(model, attribute, joins && `${alias}.`));
  const from = `${generator.quoteTable(model.getTableName())} AS ${alias}${joins}`;
  const where = generator.getWhereConditions(criteriaOf(model, options), alias, model);
  const sorted = order.map(([{ val }, direction]) => `${String(val)} ${direction}`);
  const rows = `${where && ` WHERE ${where}`}${sorted.length > 0 ? ` ORDER BY ${sorted.join(', ')}` : ''}`;
  return `SELECT ${columns.join(', ')} FROM ${from}${rows}${boundsSql(options)}${lockSql(model, options)}`;
}

/** @param table a prefix of columns */
function columnSql(model: DomainModel, attribute: string | ProjectionAlias, table: string): string {
  const generator = queryGeneratorOf(model);
  const isField = typeof attribute === 'string';
  const [term, alias] = isField ? [model.getAttributes()[attribute]!.field!, attribute] : attribute;
  const isColumn = typeof term === 'string';
  const sql = isColumn ? table + generator.quoteIdentifier(term) : generator.handleSequelizeMethod(term);
  return isColumn && term === alias ? sql : `${sql} AS ${generator.quoteIdentifier(alias)}`;
}

function criteriaOf(model: DomainModel, { where, deleted, ignoresDefaultScope }: SelectOptions): object {
  const criteria = { [Op.and]: [where, whereDeleted(model, deleted)] };
  return mapCriteria(model, ignoresDefaultScope ? criteria : inDefaultScope(model, criteria)) as object;
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

function boundsSql({ limit, offset }: SelectOptions): string {
  if (!limit) return '';
  return ` LIMIT ${offset ? `${String(offset.val)}, ` : ''}${String(limit.val)}`;
}

function lockSql(model: DomainModel, { lock }: SelectOptions): string {
  if (!lock) return '';
  const { shareClause, updateClause } = dialectOf(model.sequelize!).transactions;
  return lock === Transaction.LOCK.SHARE ? shareClause : updateClause;
}
