import { Op, type WhereOptions } from 'sequelize';

/** Up to so many conditions are joined side by side. */
const SIDE_BY_SIDE = 8;

/**
 * Joins conditions as a balanced tree of ANDs or ORs: SQLite limits the depth of an expression to 1,000, and adds up the
 * depths of nested subqueries, each of which contains those below it.
 */
export function balanced(op: typeof Op.and | typeof Op.or, conditions: readonly WhereOptions[]): WhereOptions {
  if (conditions.length <= SIDE_BY_SIDE) return { [op as typeof Op.and]: [...conditions] };
  const middle = conditions.length >> 1;
  const halves = [conditions.slice(0, middle), conditions.slice(middle)];
  return { [op as typeof Op.and]: halves.map((half) => balanced(op, half)) };
}
