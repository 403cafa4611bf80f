import { QueryTypes } from 'sequelize';
import { dialectOf } from '../dialects/dialect-of';
import { matchesAnyScope } from '../models/association';
import type { DomainModel } from '../models/domain-model';
import type { ForeignKey } from '../models/foreign-keys';
import { queryGeneratorOf } from '../sequelize/query-interface';

/** The key of each row's parent, by the key of the row; null for a row without one. */
export type ParentKeys = ReadonlyMap<string, unknown>;

/** How far one query goes up. MySQL and MariaDB stop recursion at 1,000 by default. */
const LEVELS = 200;

/**
 * Reads the ancestors of rows in a tree, and the rows themselves, by one query for 200 levels. Rows outside the default
 * scope and soft-deleted rows are among them. They are locked, so that they stay where they are until the end of the
 * transaction.
 *
 * @param keys the keys of the rows
 */
export async function lockAncestors(
  model: DomainModel,
  tree: ForeignKey,
  keys: readonly unknown[],
): Promise<ParentKeys> {
  const parents = new Map<string, unknown>();
  const asked = new Set<string>();
  let next = keys;
  while (next.length > 0) {
    for (const key of next) asked.add(String(key));
    for (const row of await chainOf(model, tree, next)) {
      parents.set(String(row.nodeKey), matchesAnyScope(tree.scopes, row) ? row.parentKey : null);
    }
    // More levels, and rows that others have moved since the transaction began.
    next = [...parents.values()].filter((key) => (key ?? null) !== null && !parents.has(String(key)));
    next = next.filter((key) => !asked.has(String(key)));
  }
  return parents;
}

interface ChainRow extends Record<string, unknown> {
  readonly nodeKey: unknown;
  readonly parentKey: unknown;
}

function chainOf(model: DomainModel, tree: ForeignKey, keys: readonly unknown[]): Promise<ChainRow[]> {
  return model.sequelize!.query<ChainRow>(chainSql(model, tree, keys), { type: QueryTypes.SELECT });
}

/** The rows are read from the table once more, since a lock applies to the table of the outer query only. */
function chainSql(model: DomainModel, { field, targetField, scopes }: ForeignKey, keys: readonly unknown[]): string {
  const generator = queryGeneratorOf(model);
  const attributes = model.getAttributes();
  const quoted = (name: string) => generator.quoteIdentifier(attributes[name]!.field!);
  const table = generator.quoteTable(model.getTableName());
  const [key, parent] = [quoted(targetField), quoted(field)];
  const literals = keys.map((one) => generator.escape(one, attributes[targetField]));
  const scopeFields = [...new Set(scopes.flatMap(Object.keys))];
  const scope = scopeFields.map((name) => `, node.${quoted(name)} AS ${generator.quoteIdentifier(name)}`).join('');
  const { shareClause } = dialectOf(model.sequelize!).transactions;
  return `WITH RECURSIVE ancestors (node_key, parent_key, level) AS (
SELECT ${key}, ${parent}, 0 FROM ${table} WHERE ${key} IN (${literals.join(', ')})
UNION SELECT node.${key}, node.${parent}, ancestors.level + 1 FROM ${table} AS node
JOIN ancestors ON node.${key} = ancestors.parent_key WHERE ancestors.level < ${LEVELS}
) SELECT node.${key} AS nodeKey, node.${parent} AS parentKey${scope}
FROM ancestors JOIN ${table} AS node ON node.${key} = ancestors.node_key${shareClause}`;
}
