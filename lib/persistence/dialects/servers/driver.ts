import type { Driver, DriverRow, RowsDone } from '../dialect';
import { isJson, jsonText, type TypeCast } from './driver-values';

/** The parts of a connection of mysql2 that are used here. */
interface Connection {
  readonly config: { typeCast: unknown; jsonStrings?: boolean };
  query(options: object | string, done: (error: Error | null, result: never) => void): void;
  execute(sql: string, values: readonly unknown[], done: (error: Error | null, result: never) => void): void;
}

interface Header {
  readonly affectedRows: number;
  readonly insertId: number;
}

/** Keeps the driver from looking for placeholders in the text. */
const WITHOUT_PLACEHOLDERS = { values: null } as const;

const BY_POSITION = { ...WITHOUT_PLACEHOLDERS, rowsAsArray: true, dateStrings: true } as const;
const readValue: TypeCast = (field, read) => (isJson(field) ? jsonText(field) : read());

export const driver: Omit<Driver, 'hasReturning'> = {
  isRemote: true,
  hasPool: true,
  keyAt: (index) => index,
  selectRows: (connection, sql, done) => selectRows(connection as Connection, sql, done),
  selectNamed: (connection, sql, done) => (connection as Connection).query(sql, done),
  write(connection, sql, values, done) {
    const written = (error: Error | null, header: Header) => {
      if (error) done(error);
      else done(null, { rows: header.affectedRows, firstKey: header.insertId });
    };
    if (values.length > 0) (connection as Connection).execute(sql, values, written);
    else (connection as Connection).query({ ...WITHOUT_PLACEHOLDERS, sql }, written);
  },
  runAll(connection, [first, ...others], done) {
    if (first === undefined) return done(null);
    (connection as Connection).query(first, (error) => (error ? done(error) : driver.runAll(connection, others, done)));
  },
  roundsNumbers: false,
  dividesDuplicates: true,
  // It closes the connection at a longer one, without an error.
  longestStatementSql: 'SELECT @@max_allowed_packet AS maxBytes',
};

/**
 * Connections of the pool have a `typeCast` of Sequelize, whose objects and closures cost more than the rest of a row.
 * It is switched off during the query, which is safe while no other query uses the connection. If it is off already,
 * another query is under way, and this one gets its own. JSON is read as text, since the driver would parse text columns
 * too, of which the server says that they contain JSON.
 */
function selectRows(connection: Connection, sql: string, done: RowsDone): void {
  const { config } = connection;
  const { typeCast } = config;
  if (typeof typeCast !== 'function') return connection.query({ ...BY_POSITION, typeCast: readValue, sql }, done);
  config.typeCast = true;
  config.jsonStrings = true;
  connection.query({ ...BY_POSITION, sql }, (error, rows: readonly DriverRow[]) => {
    config.typeCast = typeCast;
    config.jsonStrings = false;
    done(error, rows);
  });
}
