import type { Sequelize } from 'sequelize-typescript';
import type { Dialect, DriverRow } from '../dialects/dialect';
import type { Connection } from '../sequelize/connections';
import { queryClassOf } from '../sequelize/queries';
import { redactError } from './redact-error';

/** Converts the rows; synchronous, since one more promise would be the most expensive part of a short read. */
export type ReadRows<T> = (rows: readonly DriverRow[]) => T;

/** A Sequelize that knows its dialect. */
export type Connected = Sequelize & { readonly sqlDialect: Dialect };

/** The class of a query, which converts errors of the driver. */
type ErrorReader = new (
  connection: unknown,
  sequelize: Sequelize,
  options: object,
) => { formatError(error: Error): Error };

/**
 * Sends a SELECT over a connection and returns the values of the driver: dates are text, as are numbers that a double
 * cannot hold.
 *
 * @throws the errors of Sequelize, without the values of the statement, and those of `read`
 */
export function driverRows<T>(
  sequelize: Connected,
  connection: Connection,
  sql: string,
  read: ReadRows<T>,
): Promise<T> {
  logStatement(sequelize, connection, sql);
  return new Promise((resolve, reject) => {
    sequelize.sqlDialect.driver.selectRows(connection, sql, (error, rows) => {
      if (error) return reject(databaseError(sequelize, connection, sql, error));
      // An error thrown here must not reach the driver.
      try {
        resolve(read(rows));
      } catch (failure) {
        reject(failure);
      }
    });
  });
}

/** Logs a statement in the format of Sequelize. */
export function logStatement({ options: { logging } }: Sequelize, connection: Connection, sql: string): void {
  const { uuid = 'default' } = connection as { readonly uuid?: string };
  if (typeof logging === 'function') logging(`Executing (${uuid}): ${sql}`);
}

/** Converts an error of the driver to the one that Sequelize would throw. */
export function databaseError(sequelize: Connected, connection: Connection, sql: string, error: Error): Error {
  Object.assign(error, { sql });
  const Query = queryClassOf<ErrorReader>(sequelize);
  const converted = new Query(connection, sequelize, {}).formatError(error);
  return redactError(converted, sequelize.sqlDialect.syntax);
}
