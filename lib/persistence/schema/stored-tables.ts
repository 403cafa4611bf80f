import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../dialects/dialect-of';
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
    const sql = dialectOf(sequelize).schema.catalogue.columns;
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
