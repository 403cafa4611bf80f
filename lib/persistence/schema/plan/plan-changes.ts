import { serverStatements } from '../../dialects/servers/changes-of-servers';
import type { MigrationDialect } from '../../dialects/sql-words';
import { sqliteStatements } from '../../dialects/sqlite/changes-of-sqlite';
import { find, type TableShape } from '../../tables/table-shape';
import { compareTables } from '../shapes/compare-tables';

/** The statements that change the tables of a database into others and keep the rows. */
export function planChanges(
  from: readonly TableShape[],
  to: readonly TableShape[],
  dialect: MigrationDialect,
): readonly string[] {
  const isTable = ({ isView }: TableShape) => !isView;
  const created = to.filter((table) => isTable(table) && !find(from, table.name));
  const dropped = from.filter((table) => isTable(table) && !find(to, table.name));
  const changed = to.filter(isTable).flatMap((table) => {
    const before = find(from, table.name);
    const options = { dialect, isExact: true, comparesAllDefaults: true };
    return (before && compareTables(table, before, options)) ?? [];
  });
  const planned = { created, dropped, changed, from, to };
  return dialect === 'sqlite' ? sqliteStatements(planned) : serverStatements(planned);
}
