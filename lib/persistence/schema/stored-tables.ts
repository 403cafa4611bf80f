import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { type DomainModel, storedName } from '../models/domain-model';

/** A column as the database has it. */
export interface StoredColumn {
  readonly name: string;
  /** The decimals of a second of a date column on MariaDB and MySQL. */
  readonly decimals?: number;
}

interface ColumnRow {
  readonly tableName: string;
  readonly columnName: string;
  readonly decimals: number | null;
}

/** By name in lower case: names of columns are case-insensitive. */
type Columns = ReadonlyMap<string, StoredColumn>;

/** The existing tables of models with their columns. */
export class StoredTables {
  readonly #tables = new Map<string, Map<string, StoredColumn>>();

  /** Reads the tables in one query. */
  static async of(models: readonly DomainModel[], sequelize: Sequelize): Promise<StoredTables> {
    if (models.length === 0) return new StoredTables([]);
    const sql = sequelize.getDialect() === 'sqlite' ? OF_SQLITE : OF_SERVER;
    const replacements = { names: models.map((model) => storedName(model).toLowerCase()) };
    return new StoredTables(await sequelize.query<ColumnRow>(sql, { replacements, type: QueryTypes.SELECT }));
  }

  private constructor(rows: readonly ColumnRow[]) {
    for (const { tableName, columnName, decimals } of rows) {
      const columns = this.#tables.get(tableName) ?? new Map<string, StoredColumn>();
      const column = { name: columnName, ...(decimals === null ? {} : { decimals: Number(decimals) }) };
      this.#tables.set(tableName, columns.set(columnName.toLowerCase(), column));
    }
  }

  /** Undefined if the model has no table yet. */
  columnsOf(model: DomainModel): Columns | undefined {
    const table = storedName(model);
    return this.#tables.get(table) ?? this.#inOtherCase(table.toLowerCase());
  }

  /** On SQLite and some servers names of tables are case-insensitive, too. */
  #inOtherCase(table: string): Columns | undefined {
    const known = [...this.#tables.keys()].find((name) => name.toLowerCase() === table);
    return known === undefined ? undefined : this.#tables.get(known);
  }
}

const OF_SERVER = `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName, DATETIME_PRECISION AS decimals
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND LOWER(TABLE_NAME) IN (:names)
ORDER BY TABLE_NAME, ORDINAL_POSITION`;

const OF_SQLITE = `SELECT t.name AS tableName, c.name AS columnName, NULL AS decimals
FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE t.type IN ('table', 'view') AND LOWER(t.name) IN (:names)
ORDER BY t.name, c.cid`;
