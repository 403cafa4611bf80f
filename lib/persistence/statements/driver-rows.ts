import type { Sequelize } from 'sequelize-typescript';
import { isJson, jsonText, type TypeCast } from '../dialects/servers/driver-values';
import { redactError } from './redact-error';

/** Converts the rows; synchronous, since one more promise would be the most expensive part of a short read. */
export type ReadRows<T> = (rows: readonly DriverRow[]) => T;

/** Values of the driver: by position on MariaDB and MySQL, by the name of the column on SQLite. */
export type DriverRow = Readonly<Record<string | number, unknown>>;

/** A connection of Sequelize's pool. */
export type Connection = Awaited<ReturnType<Sequelize['connectionManager']['getConnection']>>;

type Done = (error: Error | null, rows: readonly DriverRow[]) => void;

interface MysqlConnection {
  readonly config: { typeCast: unknown; jsonStrings?: boolean };
  query(options: object, done: Done): void;
}

interface SqliteConnection {
  all(sql: string, done: Done): void;
}

/** The parts of a dialect that Sequelize's types do not declare. */
interface Dialect {
  readonly Query: new (
    connection: unknown,
    sequelize: Sequelize,
    options: object,
  ) => { formatError(error: Error): Error };
}

/**
 * Sends a SELECT over a connection and returns the values of the driver: dates are text, as are numbers that a double
 * cannot hold.
 *
 * @throws the errors of Sequelize, without the values of the statement, and those of `read`
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
      if (error) return reject(databaseError(sequelize, connection, sql, error));
      // An error thrown here must not reach the driver.
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

/** Keeps the driver from looking for placeholders in the text. */
export const WITHOUT_PLACEHOLDERS = { values: null } as const;

const BY_POSITION = { ...WITHOUT_PLACEHOLDERS, rowsAsArray: true, dateStrings: true } as const;
const readValue: TypeCast = (field, read) => (isJson(field) ? jsonText(field) : read());

/**
 * Connections of the pool have a `typeCast` of Sequelize, whose objects and closures cost more than the rest of a row.
 * It is switched off during the query, which is safe while no other query uses the connection. If it is off already,
 * another query is under way, and this one gets its own. JSON is read as text, since the driver would parse text columns
 * too, of which the server says that they contain JSON.
 */
function queryServer(connection: MysqlConnection, sql: string, done: Done): void {
  const { config } = connection;
  const { typeCast } = config;
  if (typeof typeCast !== 'function') return connection.query({ ...BY_POSITION, typeCast: readValue, sql }, done);
  config.typeCast = true;
  config.jsonStrings = true;
  connection.query({ ...BY_POSITION, sql }, (error, rows) => {
    config.typeCast = typeCast;
    config.jsonStrings = false;
    done(error, rows);
  });
}

/** Logs a statement in the format of Sequelize. */
export function logStatement({ options: { logging } }: Sequelize, connection: Connection, sql: string): void {
  const { uuid = 'default' } = connection as { readonly uuid?: string };
  if (typeof logging === 'function') logging(`Executing (${uuid}): ${sql}`);
}

/** Converts an error of the driver to the one that Sequelize would throw. */
export function databaseError(sequelize: Sequelize, connection: Connection, sql: string, error: Error): Error {
  const { dialect } = sequelize as unknown as { readonly dialect: Dialect };
  Object.assign(error, { sql });
  const converted = new dialect.Query(connection, sequelize, {}).formatError(error);
  return redactError(converted, sequelize.getDialect() === 'sqlite' ? 'sqlite' : 'mysql');
}
