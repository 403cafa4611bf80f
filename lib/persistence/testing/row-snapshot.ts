import type { DomainClass } from '../../metadata';
import type { Dialect } from '../database-url';
import { modelOf } from '../models/domain-model';
import { statementKind } from '../statement-kind';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { Connection } from '../statements/driver-rows';
import { onServer, onSqlite, quotedIn, type RunSql } from './run-sql';
import { filledAmong, type KnownTable, tablesOf } from './table-catalogue';
import { watchStatements } from './watch-statements';

/** Statements that change no row themselves, besides those that only read. */
const BOUNDARIES = new Set(['START', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'PRAGMA', 'SET']);

/**
 * A copy of the rows of a database, by which tests restore them.
 *
 * Code under test runs without an additional transaction: the tables that were written meanwhile, and those that refer
 * to them, are emptied and filled from the copy.
 *
 * @see docs/decisions/0028
 */
export class RowSnapshot {
  readonly #touched: Set<string>;
  /** The name of the copy, by table; a table without rows has none. */
  readonly #copies = new Map<string, string>();
  readonly #endWatching: () => void;

  private constructor(
    private readonly sequelize: DomainSequelize,
    private readonly run: RunSql,
    private readonly tables: readonly KnownTable[],
    type: DomainClass,
  ) {
    this.#touched = new Set(tables.map(({ name }) => name));
    this.#endWatching = watchStatements(type, (sql) => this.#addTouched(sql));
  }

  /** @param type a class of the database, whose tables must exist already */
  static async of(type: DomainClass): Promise<RowSnapshot> {
    const sequelize = modelOf(type).sequelize as unknown as DomainSequelize;
    const run = sequelize.getDialect() === 'sqlite' ? onSqlite : onServer;
    const tables = await sequelize.sendWrite((connection) => tablesOf(run, connection));
    return new RowSnapshot(sequelize, run, tables, type);
  }

  /** Copies the rows of the tables that were written since. */
  async take(): Promise<void> {
    const touched = this.#takeTouched();
    if (touched.length === 0) return;
    await this.sequelize.sendWrite(async (connection) => {
      const filled = await filledAmong(this.run, connection, touched);
      await this.run.all(
        connection,
        touched.flatMap((name) => this.#copySql(name, filled.includes(name))),
      );
    });
  }

  /** Restores the rows of the tables that were written since. */
  async restore(): Promise<void> {
    const touched = this.#takeTouched();
    if (touched.length === 0) return;
    await this.sequelize.sendWrite((connection) => this.#restoreTables(connection, touched));
  }

  close(): void {
    this.#endWatching();
  }

  #addTouched(sql: string): void {
    const { verb, isReading } = statementKind(sql, this.sequelize.getDialect() as Dialect);
    if (isReading || BOUNDARIES.has(verb)) return;
    for (const { name } of this.tables) if (!this.#touched.has(name) && sql.includes(name)) this.#touched.add(name);
  }

  /** The tables written since the last call, and those whose rows a foreign key may have deleted or changed. */
  #takeTouched(): readonly string[] {
    const touched = new Set(this.#touched);
    this.#touched.clear();
    for (let known = 0; known < touched.size; ) {
      known = touched.size;
      for (const { name, refersTo } of this.tables) if (refersTo.some((one) => touched.has(one))) touched.add(name);
    }
    return [...touched];
  }

  #copySql(name: string, isFilled: boolean): string[] {
    const previous = this.#copies.get(name);
    const dropped = previous ? [`DROP TABLE ${quotedIn(this.run, previous)}`] : [];
    this.#copies.delete(name);
    if (!isFilled) return dropped;
    const copy = previous ?? `koaggregate_kept_${this.tables.findIndex((table) => table.name === name)}`;
    this.#copies.set(name, copy);
    return [...dropped, `CREATE TABLE ${quotedIn(this.run, copy)} AS SELECT * FROM ${quotedIn(this.run, name)}`];
  }

  async #restoreTables(connection: Connection, touched: readonly string[]): Promise<void> {
    const [off, begin, on] =
      this.run.dialect === 'sqlite'
        ? ['PRAGMA foreign_keys = OFF', 'BEGIN IMMEDIATE', 'PRAGMA foreign_keys = ON']
        : ['SET FOREIGN_KEY_CHECKS = 0', 'START TRANSACTION', 'SET FOREIGN_KEY_CHECKS = 1'];
    const emptied = touched.map((name) => `DELETE FROM ${quotedIn(this.run, name)}`);
    const filled = touched.flatMap((name) => this.#fillSql(name));
    try {
      await this.run.all(connection, [off, begin, ...emptied, ...filled, 'COMMIT']);
    } catch (error) {
      await this.run.all(connection, ['ROLLBACK']);
      throw error;
    } finally {
      await this.run.all(connection, [on]);
    }
  }

  #fillSql(name: string): string[] {
    const copy = this.#copies.get(name);
    if (!copy) return [];
    const { columns } = this.tables.find((table) => table.name === name)!;
    const list = columns.map((column) => quotedIn(this.run, column)).join(', ');
    const [to, from] = [name, copy].map((table) => quotedIn(this.run, table));
    return [`INSERT INTO ${to} (${list}) SELECT ${list} FROM ${from}`];
  }
}
