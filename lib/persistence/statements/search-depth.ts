import type { Dialect } from '../dialects/dialect';

/**
 * MariaDB and MySQL look at all orders of the tables of a join by default. That takes some milliseconds for 12 tables, and
 * seconds for 20.
 */
const PLANNED_AT_ONCE = 12;

/** How many tables ahead they look for the best order of a larger join. */
const DEPTH = 5;

/** Opens a subquery; names of columns and tables are in quotes. */
const SUBQUERY = '(SELECT ';

/**
 * Bounds the time to plan a SELECT of many tables. Smaller ones are left as they are, since the server finds better plans
 * without a bound.
 */
export function withSearchDepth({ syntax }: Dialect, sql: string): string {
  const isSmall = sql.split(SUBQUERY, PLANNED_AT_ONCE + 1).length <= PLANNED_AT_ONCE;
  return isSmall ? sql : syntax.boundPlanning(sql, DEPTH);
}
