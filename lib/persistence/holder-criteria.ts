import type { WhereOptions } from 'sequelize';
import { tiesOf } from './association';
import { type HoldingPath, parentsOf } from './membership';

/** Criteria for the direct parents of the rows; undefined when no row names one. */
export function holderCriteria(
  { path }: HoldingPath,
  rows: readonly Readonly<Record<string, unknown>>[],
): WhereOptions | undefined {
  const collection = path.at(-1)!;
  const ties = tiesOf(collection);
  const field = ties.kind === 'oneToMany' ? ties.foreignKey : ties.targetKey;
  const values = rows.map((row) => row[field]).filter((value) => value !== undefined && value !== null);
  if (values.length === 0) return undefined;
  if (ties.kind === 'oneToMany') return { [ties.sourceKey]: values as string[] };
  return parentsOf(collection, { [ties.targetKey]: values as string[] });
}
