import { literal, type OrderItem, Utils } from 'sequelize';
import { queryGeneratorOf } from '../sequelize/query-interface';
import type { DomainModel } from './domain-model';
import { wideColumns } from './exact-numbers';

interface Ordered {
  readonly order?: unknown;
  /** Whether the rows are selected in a subquery, and their associations around it. */
  readonly hasSubQuery: boolean;
}

type Order = unknown;

/**
 * Orders by wide columns: ORDER BY would otherwise take their text in the result, which has the same name.
 *
 * @param select selects a column of the subquery that the query around it orders by
 */
export function orderByNumber(
  model: DomainModel,
  { order, hasSubQuery }: Ordered,
  select: (field: string) => void,
): Order {
  const columns = wideColumns(model).map((name) => ({ name, field: model.getAttributes()[name]!.field! }));
  if (columns.length === 0) return order;
  const sqlOf = (name: string): string | undefined => {
    const column = columns.find((one) => one.name === name || one.field === name);
    if (!column) return undefined;
    const sql = [model.name, column.field].map((part) => queryGeneratorOf(model).quoteIdentifier(part)).join('.');
    if (hasSubQuery && column.field !== column.name) select(column.field);
    return hasSubQuery ? `CAST(${sql} AS INTEGER)` : sql;
  };
  if (order instanceof Utils.SequelizeMethod) return expressionByNumber(order, sqlOf);
  return Array.isArray(order) ? order.map((item: OrderItem) => itemByNumber(item, sqlOf)) : order;
}

type SqlOf = (name: string) => string | undefined;

function itemByNumber(item: OrderItem, sqlOf: SqlOf): OrderItem {
  const [term, ...direction] = [item].flat() as [unknown, ...unknown[]];
  if (direction.length > 1) return item;
  if (term instanceof Utils.SequelizeMethod) return [expressionByNumber(term, sqlOf), ...direction] as OrderItem;
  const sql = typeof term === 'string' ? sqlOf(term) : undefined;
  return sql === undefined ? item : ([literal(sql), ...direction] as OrderItem);
}

/** Replaces `col('total')` and the bare columns of a literal such as `total DESC, code`. */
function expressionByNumber(term: object, sqlOf: SqlOf): object {
  if (term instanceof Utils.Col) {
    const sql = sqlOf(String(term.col));
    return sql === undefined ? term : literal(sql);
  }
  if (!(term instanceof Utils.Literal)) return term;
  const text = String(term.val);
  if (/[('"]/.test(text)) return term;
  return literal(
    text
      .split(',')
      .map((part) => partByNumber(part, sqlOf))
      .join(','),
  );
}

function partByNumber(part: string, sqlOf: SqlOf): string {
  const [name = '', ...direction] = part.trim().split(' ');
  const sql = sqlOf(name.replaceAll('`', ''));
  return sql === undefined ? part : [sql, ...direction].join(' ');
}
