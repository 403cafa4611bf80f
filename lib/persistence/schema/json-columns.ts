import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../dialects/dialect-of';
import { selectOf } from '../tables/rows';
import { type ColumnShape, sameName, type TableShape } from '../tables/table-shape';

interface CheckRow {
  readonly tableName: string;
  readonly written: string;
}

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
  sequelize: Sequelize,
): Promise<readonly TableShape[]> {
  const { jsonChecks } = dialectOf(sequelize).schema.catalogue;
  const checks = jsonChecks === undefined ? [] : await selectOf(sequelize)<CheckRow>(jsonChecks);
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
