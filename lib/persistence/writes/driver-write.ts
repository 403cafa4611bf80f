import type { DomainModel } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import {
  type Connection,
  databaseError,
  driverRows,
  logStatement,
  WITHOUT_PLACEHOLDERS,
} from '../statements/driver-rows';
import { recordFault } from '../unit-of-work/database-faults';

/** The driver's result of a statement that wrote rows. */
export interface Written {
  readonly rows: number;
  /** The key that the database generated for the first row, if any. */
  readonly firstKey: number | string;
}

interface MysqlConnection {
  query(options: object, done: (error: Error | null, header: Header) => void): void;
}

interface Header {
  readonly affectedRows: number;
  readonly insertId: number;
}

interface SqliteConnection {
  run(sql: string, done: (this: { changes: number; lastID: number }, error: Error | null) => void): void;
}

/**
 * Sends a statement that writes rows of a model to the driver: Sequelize's queries would search its text, values
 * included, to find out what kind of statement it is.
 *
 * @throws the errors that Sequelize throws, without the values in the statement
 */
export function sendWrite(model: DomainModel, sql: string): Promise<Written> {
  const sequelize = model.sequelize as DomainSequelize;
  return recordFault(
    model,
    sequelize.sendWrite((connection) => {
      logStatement(sequelize, connection, sql);
      return new Promise((resolve, reject) => {
        const fail = (error: Error) => reject(databaseError(sequelize, connection, sql, error));
        if (sequelize.getDialect() === 'sqlite') runOnSqlite(connection, sql, resolve, fail);
        else runOnServer(connection, sql, resolve, fail);
      });
    }),
  );
}

/** Sends a statement with RETURNING; returns the first value of each row. */
export function sendReturning(model: DomainModel, sql: string): Promise<(number | string)[]> {
  const sequelize = model.sequelize as DomainSequelize;
  const firstOf = (row: object) => Object.values(row)[0] as number | string;
  const sent = sequelize.sendWrite((connection) => driverRows(sequelize, connection, sql, (rows) => rows.map(firstOf)));
  return recordFault(model, sent);
}

type Succeed = (written: Written) => void;
type Fail = (error: Error) => void;

function runOnSqlite(connection: Connection, sql: string, succeed: Succeed, fail: Fail): void {
  (connection as SqliteConnection).run(sql, function (error) {
    if (error) fail(error);
    else succeed({ rows: this.changes, firstKey: this.lastID });
  });
}

function runOnServer(connection: Connection, sql: string, succeed: Succeed, fail: Fail): void {
  (connection as MysqlConnection).query({ ...WITHOUT_PLACEHOLDERS, sql }, (error, header) => {
    if (error) fail(error);
    else succeed({ rows: header.affectedRows, firstKey: header.insertId });
  });
}
