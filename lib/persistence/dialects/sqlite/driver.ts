import type { Driver, DriverRow } from '../dialect';

/** The methods of a connection of sqlite3. */
interface Connection {
  all(sql: string, done: (error: Error | null, rows: readonly DriverRow[]) => void): void;
  run(
    sql: string,
    values: readonly unknown[],
    done: (this: { changes: number; lastID: number }, error: Error | null) => void,
  ): void;
  exec(sql: string, done: (error: Error | null) => void): void;
}

export const driver: Driver = {
  isRemote: false,
  hasPool: false,
  keyAt: (_, name) => name,
  selectRows: (connection, sql, done) => (connection as Connection).all(sql, done),
  selectNamed: (connection, sql, done) => (connection as Connection).all(sql, done),
  write(connection, sql, values, done) {
    (connection as Connection).run(sql, values, function (error) {
      if (error) done(error);
      else done(null, { rows: this.changes, firstKey: this.lastID });
    });
  },
  runAll: (connection, statements, done) => (connection as Connection).exec(statements.join(';\n'), done),
  roundsNumbers: true,
  dividesDuplicates: false,
  // In SQLite 3.35 and later.
  hasReturning(version) {
    const [major = 0, minor = 0] = (/^\D*(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
    return major > 3 || minor >= 35;
  },
};
