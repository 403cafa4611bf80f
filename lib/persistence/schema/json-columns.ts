import type { Sequelize } from 'sequelize-typescript';
import { selectOf } from '../tables/rows';
import { type ColumnShape, sameName, type TableShape } from '../tables/table-shape';

interface CheckRow {
  readonly tableName: string;
  readonly written: string;
}

const CHECKS = `SELECT TABLE_NAME AS tableName, CHECK_CLAUSE AS written
FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE() AND CHECK_CLAUSE LIKE 'json_valid(%'`;

/** `json_valid(name)`, and nothing else. */
const ONLY_VALID = /^json_valid\(`((?:[^`]|``)+)`\)$/i;

/** `CHECK (json_valid(name))` in the definition of a column of SQLite. */
const CHECKED = /\bCHECK ?\( ?json_valid ?\(/i;

/**
 * Gives the type JSON to columns that contain JSON by their definition: MariaDB has no type for it, but makes
 * `LONGTEXT CHECK (json_valid(name))` of a JSON column.
 */
export async function withJsonTypes(
  tables: readonly TableShape[],
  sequelize: Sequelize & { readonly isMariadb?: boolean },
): Promise<readonly TableShape[]> {
  const checks = sequelize.isMariadb ? await selectOf(sequelize)<CheckRow>(CHECKS) : [];
  return tables.map((table) => {
    const own = checks.filter(({ tableName }) => tableName === table.name);
    const checked = own.map(({ written }) => ONLY_VALID.exec(written)?.[1]?.replaceAll('``', '`') ?? '');
    const isJson = ({ name, definition }: ColumnShape) =>
      checked.some((one) => sameName(one, name)) || CHECKED.test(definition ?? '');
    return {
      ...table,
      columns: table.columns.map((column) => (isJson(column) ? { ...column, type: 'JSON' } : column)),
    };
  });
}
