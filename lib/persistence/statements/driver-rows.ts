import type { Sequelize } from 'sequelize-typescript';
import { redactError } from './redact-error';

/** Makes of the rows what is asked for, at once: a promise more for each step would be the dearest part of a short read. */
export type ReadRows<T> = (rows: readonly DriverRow[]) => T;

/** Values as the driver gives them: by position on MariaDB and MySQL, by the name of the column on SQLite. */
export type DriverRow = Readonly<Record<string | number, unknown>>;

/** A connection of Sequelize's pool. */
export type Connection = Awaited<ReturnType<Sequelize['connectionManager']['getConnection']>>;

type Done = (error: Error | null, rows: readonly DriverRow[]) => void;

interface MysqlConnection {
  readonly config: { typeCast: unknown };
  query(options: object, done: Done): void;
}

interface SqliteConnection {
  all(sql: string, done: Done): void;
}

/** Those parts of a dialect that Sequelize's types leave out. */
interface Dialect {
  readonly Query: new (
    connection: unknown,
    sequelize: Sequelize,
    options: object,
  ) => { formatError(error: Error): Error };
}

/**
 * Sends a SELECT over a connection and leaves the values as the driver reads them: dates are text, and numbers that a
 * double would change too.
 *
 * @throws the errors that Sequelize throws, without the values in the statement, and what `read` throws
 */
export function driverRows<T>(
  sequelize: Sequelize,
  connection: Connection,
  sql: string,
  read: ReadRows<T>,
): Promise<T> {
  logStatement(sequelize, connection, sql);
  return new Promise((resolve, reject) => {
    const done: Done = (error, rows) => {
      if (error) return reject(faultOf(sequelize, connection, sql, error));
      // The driver must not meet what is thrown here.
      try {
        resolve(read(rows));
      } catch (failure) {
        reject(failure);
      }
    };
    if (sequelize.getDialect() === 'sqlite') (connection as SqliteConnection).all(sql, done);
    else queryServer(connection as MysqlConnection, sql, done);
  });
}

/** The driver then leaves the text alone, in which it would look for placeholders. */
export const WITHOUT_PLACEHOLDERS = { values: null } as const;

const BY_POSITION = { ...WITHOUT_PLACEHOLDERS, rowsAsArray: true, dateStrings: true } as const;
const asRead = (_field: unknown, read: () => unknown) => read();

/**
 * The pool's connections hand each value to a function of Sequelize's, by objects and closures that cost more than the
 * rest of the row. A query that has no such function takes the one of its connection, which steps aside for it: nobody
 * else sends over a connection meanwhile; where somebody does all the same, the query has a function of its own.
 */
function queryServer(connection: MysqlConnection, sql: string, done: Done): void {
  const { config } = connection;
  const { typeCast } = config;
  if (typeof typeCast !== 'function') return connection.query({ ...BY_POSITION, typeCast: asRead, sql }, done);
  config.typeCast = true;
  connection.query({ ...BY_POSITION, sql }, (error, rows) => {
    config.typeCast = typeCast;
    done(error, rows);
  });
}

/** As Sequelize logs its own. */
export function logStatement({ options: { logging } }: Sequelize, connection: Connection, sql: string): void {
  const { uuid = 'default' } = connection as { readonly uuid?: string };
  if (typeof logging === 'function') logging(`Executing (${uuid}): ${sql}`);
}

/** The error that Sequelize would throw for that of a driver. */
export function faultOf(sequelize: Sequelize, connection: Connection, sql: string, error: Error): Error {
  const { dialect } = sequelize as unknown as { readonly dialect: Dialect };
  Object.assign(error, { sql });
  const fault = new dialect.Query(connection, sequelize, {}).formatError(error);
  return redactError(fault, sequelize.getDialect() === 'sqlite' ? 'sqlite' : 'mysql');
}
