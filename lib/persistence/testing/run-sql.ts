import type { Dialect, DriverRow } from '../dialects/dialect';
import type { Connection } from '../sequelize/connections';

/** Rows by name. Statements go to the driver directly, so that they are neither logged nor part of a unit of work. */
export function rowsIn({ driver }: Dialect, connection: Connection, sql: string): Promise<readonly DriverRow[]> {
  return new Promise((resolve, reject) => {
    driver.selectNamed(connection, sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

/** Sends statements one after the other. */
export function runAll({ driver }: Dialect, connection: Connection, statements: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    driver.runAll(connection, statements, (error) => (error ? reject(error) : resolve()));
  });
}
