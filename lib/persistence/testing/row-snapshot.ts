import type { DomainClass } from '../../metadata';
import type { Dialect } from '../dialects/dialect';
import { modelOf } from '../models/domain-model';
import type { Connection } from '../sequelize/connections';
import { statementKind } from '../statement-kind';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { runAll } from './run-sql';
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
    private readonly dialect: Dialect,
    private readonly tables: readonly KnownTable[],
    private readonly restarted: ReadonlySet<string>,
    type: DomainClass,
  ) {
    this.#touched = new Set(tables.map(({ name }) => name));
    this.#endWatching = watchStatements(type, (sql) => this.#addTouched(sql));
  }

  /**
   * @param type     a class of the database, whose tables must exist already
   * @param limited  classes with few keys, which are counted from the beginning again when the rows are restored
   */
  static async of(type: DomainClass, limited: readonly DomainClass[] = []): Promise<RowSnapshot> {
    const sequelize = modelOf(type).sequelize as DomainSequelize;
    const dialect = sequelize.sqlDialect;
    const tables = await sequelize.sendWrite((connection) => tablesOf(dialect, connection));
    const restarted = new Set(limited.map((one) => modelOf(one).tableName));
    return new RowSnapshot(sequelize, dialect, tables, restarted, type);
  }

  /** Copies the rows of the tables that were written since. */
  async take(): Promise<void> {
    const touched = this.#takeTouched();
    if (touched.length === 0) return;
    await this.sequelize.sendWrite(async (connection) => {
      const filled = await filledAmong(this.dialect, connection, touched);
      await runAll(
        this.dialect,
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
    const { verb, isReading } = statementKind(sql, this.dialect.syntax);
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
    const dropped = previous ? [`DROP TABLE ${this.dialect.syntax.quote(previous)}`] : [];
    this.#copies.delete(name);
    if (!isFilled) return dropped;
    const copy = previous ?? `koaggregate_kept_${this.tables.findIndex((table) => table.name === name)}`;
    this.#copies.set(name, copy);
    return [
      ...dropped,
      `CREATE TABLE ${this.dialect.syntax.quote(copy)} AS SELECT * FROM ${this.dialect.syntax.quote(name)}`,
    ];
  }

  async #restoreTables(connection: Connection, touched: readonly string[]): Promise<void> {
    const { begin, foreignKeys } = this.dialect.transactions;
    const { off, on } = foreignKeys;
    const emptied = touched.map((name) => `DELETE FROM ${this.dialect.syntax.quote(name)}`);
    const filled = touched.flatMap((name) => this.#fillSql(name));
    const limited = touched.filter((name) => this.restarted.has(name));
    const restarts = limited.map((name) => this.#restartSql(name));
    try {
      await runAll(this.dialect, connection, [off, begin, ...emptied, ...filled, 'COMMIT', ...restarts]);
    } catch (error) {
      await runAll(this.dialect, connection, ['ROLLBACK']);
      throw error;
    } finally {
      await runAll(this.dialect, connection, [on]);
    }
  }

  #restartSql(name: string): string {
    const literal = `'${name.replaceAll("'", "''")}'`;
    return this.dialect.schema.restartKeys({ identifier: this.dialect.syntax.quote(name), literal });
  }

  #fillSql(name: string): string[] {
    const copy = this.#copies.get(name);
    if (!copy) return [];
    const { columns } = this.tables.find((table) => table.name === name)!;
    const list = columns.map((column) => this.dialect.syntax.quote(column)).join(', ');
    const [to, from] = [name, copy].map((table) => this.dialect.syntax.quote(table));
    return [`INSERT INTO ${to} (${list}) SELECT ${list} FROM ${from}`];
  }
}
