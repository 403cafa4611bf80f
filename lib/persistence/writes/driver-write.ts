import type { DomainModel } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { BY_POSITION, type Connection, faultOf, logStatement, WITHOUT_PLACEHOLDERS } from '../statements/driver-rows';
import { told } from '../unit-of-work/database-faults';

/** What the driver tells of a statement that wrote rows. */
export interface Written {
  readonly rows: number;
  /** The key that the database gave to the first of them, if it gave any. */
  readonly firstKey: number | string;
}

type Done = (error: Error | null, result: unknown) => void;

interface MysqlConnection {
  query(options: object, done: Done): void;
}

interface SqliteConnection {
  run(sql: string, done: (this: { changes: number; lastID: number }, error: Error | null) => void): void;
  all(sql: string, done: Done): void;
}

/**
 * Sends a statement that writes rows of a model past Sequelize's queries, which look at its text, values included, to
 * tell what it is.
 *
 * @throws the errors that Sequelize throws, without the values in the statement
 */
export function sendWrite(model: DomainModel, sql: string): Promise<Written> {
  return send(model, sql, async (connection, isSqlite) => {
    if (isSqlite) return runOnSqlite(connection as SqliteConnection, sql);
    const header = (await queryServer(connection, { sql })) as {
      readonly affectedRows: number;
      readonly insertId: number;
    };
    return { rows: header.affectedRows, firstKey: header.insertId };
  });
}

/** The same for a statement with RETURNING: the first value of each row. */
export function sendReturning(model: DomainModel, sql: string): Promise<(number | string)[]> {
  return send(model, sql, async (connection, isSqlite) => {
    const rows = (await (isSqlite
      ? allOnSqlite(connection as SqliteConnection, sql)
      : queryServer(connection, { ...BY_POSITION, sql }))) as readonly object[];
    return rows.map((row) => Object.values(row)[0] as number | string);
  });
}

function send<T>(
  model: DomainModel,
  sql: string,
  run: (connection: Connection, isSqlite: boolean) => Promise<T>,
): Promise<T> {
  const sequelize = model.sequelize as DomainSequelize;
  const isSqlite = sequelize.getDialect() === 'sqlite';
  const sent = sequelize.writing(async (connection) => {
    logStatement(sequelize, connection, sql);
    try {
      return await run(connection, isSqlite);
    } catch (error) {
      throw faultOf(sequelize, connection, sql, error as Error);
    }
  });
  return told(model, sent);
}

function runOnSqlite(connection: SqliteConnection, sql: string): Promise<Written> {
  return new Promise((resolve, reject) => {
    connection.run(sql, function (error) {
      if (error) reject(error);
      else resolve({ rows: this.changes, firstKey: this.lastID });
    });
  });
}

function allOnSqlite(connection: SqliteConnection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.all(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

function queryServer(connection: Connection, options: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result));
    (connection as MysqlConnection).query({ ...WITHOUT_PLACEHOLDERS, ...options }, done);
  });
}
