import type { DomainClass } from '../../metadata';
import { modelOf } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { Connection } from '../statements/driver-rows';
import { onServer, onSqlite, quotedIn, type RunSql } from './run-sql';
import { filledAmong, type KnownTable, tablesOf } from './table-catalogue';
import { watchStatements } from './watch-statements';

/** Statements that change no row. */
const READING = /^\s*(SELECT|SHOW|PRAGMA|EXPLAIN|START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/i;

/**
 * The rows of a database as they were when they were last kept, to be put back.
 *
 * Nothing runs in a transaction that would not do so otherwise: the tables that statements have named meanwhile, and those
 * that refer to them, are emptied, and get the rows again that they had.
 *
 * @see docs/decisions/0028
 */
export class KeptRows {
  readonly #touched: Set<string>;
  /** By the table, the name of the one that has its rows. */
  readonly #copies = new Map<string, string>();
  readonly #endWatching: () => void;

  private constructor(
    private readonly sequelize: DomainSequelize,
    private readonly run: RunSql,
    private readonly tables: readonly KnownTable[],
    type: DomainClass,
  ) {
    this.#touched = new Set(tables.map(({ name }) => name));
    this.#endWatching = watchStatements(type, (sql) => this.#note(sql));
  }

  /** Of the database that the class is kept in, whose tables are there by then. */
  static async of(type: DomainClass): Promise<KeptRows> {
    const sequelize = modelOf(type).sequelize as unknown as DomainSequelize;
    const run = sequelize.getDialect() === 'sqlite' ? onSqlite : onServer;
    const tables = await sequelize.writing((connection) => tablesOf(run, connection));
    return new KeptRows(sequelize, run, tables, type);
  }

  /** From now on, these are the rows to be put back. */
  async keep(): Promise<void> {
    const touched = this.#taken();
    if (touched.length === 0) return;
    await this.sequelize.writing(async (connection) => {
      const filled = await filledAmong(this.run, connection, touched);
      await this.run.all(
        connection,
        touched.flatMap((name) => this.#copied(name, filled.includes(name))),
      );
    });
  }

  /** Puts back what was kept. */
  async restore(): Promise<void> {
    const touched = this.#taken();
    if (touched.length === 0) return;
    await this.sequelize.writing((connection) => this.#putBack(connection, touched));
  }

  close(): void {
    this.#endWatching();
  }

  #note(sql: string): void {
    if (READING.test(sql)) return;
    for (const { name } of this.tables) if (!this.#touched.has(name) && sql.includes(name)) this.#touched.add(name);
  }

  /** Those that were written since, and those whose rows a foreign key may have taken along. */
  #taken(): readonly string[] {
    const touched = new Set(this.#touched);
    this.#touched.clear();
    for (let known = 0; known < touched.size; ) {
      known = touched.size;
      for (const { name, refersTo } of this.tables) if (refersTo.some((one) => touched.has(one))) touched.add(name);
    }
    return [...touched];
  }

  #copied(name: string, isFilled: boolean): string[] {
    const known = this.#copies.get(name);
    const removed = known ? [`DROP TABLE ${quotedIn(this.run, known)}`] : [];
    this.#copies.delete(name);
    if (!isFilled) return removed;
    const copy = known ?? `koaggregate_kept_${this.tables.findIndex((table) => table.name === name)}`;
    this.#copies.set(name, copy);
    return [...removed, `CREATE TABLE ${quotedIn(this.run, copy)} AS SELECT * FROM ${quotedIn(this.run, name)}`];
  }

  async #putBack(connection: Connection, touched: readonly string[]): Promise<void> {
    const [off, begin, on] =
      this.run.dialect === 'sqlite'
        ? ['PRAGMA foreign_keys = OFF', 'BEGIN IMMEDIATE', 'PRAGMA foreign_keys = ON']
        : ['SET FOREIGN_KEY_CHECKS = 0', 'START TRANSACTION', 'SET FOREIGN_KEY_CHECKS = 1'];
    const emptied = touched.map((name) => `DELETE FROM ${quotedIn(this.run, name)}`);
    const filled = touched.flatMap((name) => this.#filled(name));
    try {
      await this.run.all(connection, [off, begin, ...emptied, ...filled, 'COMMIT']);
    } catch (error) {
      await this.run.all(connection, ['ROLLBACK']);
      throw error;
    } finally {
      await this.run.all(connection, [on]);
    }
  }

  #filled(name: string): string[] {
    const copy = this.#copies.get(name);
    if (!copy) return [];
    const { columns } = this.tables.find((table) => table.name === name)!;
    const list = columns.map((column) => quotedIn(this.run, column)).join(', ');
    const [to, from] = [name, copy].map((one) => quotedIn(this.run, one));
    return [`INSERT INTO ${to} (${list}) SELECT ${list} FROM ${from}`];
  }
}
