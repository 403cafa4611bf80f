import type { Dialect } from '../../dialects/dialect';
import { find, type TableShape } from '../../tables/table-shape';
import { compareTables } from '../shapes/compare-tables';

/** The statements that change the tables of a database into others and keep the rows. */
export function planChanges(
  from: readonly TableShape[],
  to: readonly TableShape[],
  dialect: Dialect,
): readonly string[] {
  const isTable = ({ isView }: TableShape) => !isView;
  const created = to.filter((table) => isTable(table) && !find(from, table.name));
  const dropped = from.filter((table) => isTable(table) && !find(to, table.name));
  const changed = to.filter(isTable).flatMap((table) => {
    const before = find(from, table.name);
    const options = { dialect, isExact: true, comparesAllDefaults: true };
    return (before && compareTables(table, before, options)) ?? [];
  });
  return dialect.schema.changes({ created, dropped, changed, from, to });
}
