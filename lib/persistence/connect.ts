import { ConnectionError } from 'sequelize';
import type { DriverConnection } from './connection/driver-connection';
import { killQueryBy } from './connection/kill-query';
import { LockWaits } from './connection/lock-waits';
import { outlastRefusals } from './connection/refused-connections';
import type { StatementTimes } from './connection/session-settings';
import { observeMemory, SqliteConnections } from './connection/sqlite-connections';
import { tlsProblem } from './connection/tls-problem';
import { WatchedConnections } from './connection/watched-connections';
import type { DatabaseUrl } from './database-url';
import { dialectOfServer } from './dialects/dialect-of';
import { PersistenceError } from './errors';
import { connectionsOf } from './sequelize/connections';
import type { DomainSequelize } from './statements/domain-sequelize';
import { sessionZone, type TimeZone } from './time-zone';
import { detectBusyPool } from './unit-of-work/busy-pool';

const STRICT_MODE =
  "sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";

/**
 * Connects to the database and configures the connections: strict SQL mode, bounds of time, and binary collations for new
 * tables on a server.
 *
 * @throws PersistenceError DATABASE_UNREACHABLE, DATABASE_TLS_FAILED, DATABASE_ACCESS_DENIED, DATABASE_UNKNOWN
 */
export async function connect(sequelize: DomainSequelize, url: DatabaseUrl, times: StatementTimes): Promise<void> {
  const { isRemote } = url.dialect.driver;
  if (isRemote) {
    watchConnections(sequelize, times);
    outlastRefusals(sequelize);
    detectBusyPool(sequelize, sequelize.options.pool);
  } else if (url.storage !== ':memory:') {
    sequelize.files = new SqliteConnections(sequelize, times.lockWaitMs);
  } else observeMemory(sequelize);
  const version = await versionOf(sequelize, url);
  if (isRemote) sequelize.sqlDialect = dialectOfServer(version);
  const { driver, schema } = sequelize.sqlDialect;
  sequelize.hasReturning = driver.hasReturning(version);
  const { binaryCollation: collate } = schema;
  if (collate !== undefined) Object.assign(sequelize.options.define!, { charset: 'utf8mb4', collate });
}

/** Sets the journal mode of SQLite, which is stored in the file: readers do not wait for a writer in this mode. */
export async function useWriteAheadLog(
  sequelize: DomainSequelize,
  { storage = ':memory:' }: DatabaseUrl,
): Promise<void> {
  if (storage !== ':memory:') await sequelize.query('PRAGMA journal_mode = WAL');
}

async function versionOf(sequelize: DomainSequelize, url: DatabaseUrl): Promise<string> {
  try {
    return await sequelize.databaseVersion();
  } catch (error) {
    throw connectionError(error as Error & { parent?: Error & { code?: string } }, url, sequelize.zone);
  }
}

function connectionError(
  error: Error & { parent?: Error & { code?: string } },
  url: DatabaseUrl,
  zone: TimeZone,
): PersistenceError {
  const { code = '', message } = error.parent ?? { message: error.message };
  if (code === 'ER_UNKNOWN_TIME_ZONE') {
    return new PersistenceError('TIMEZONE_UNKNOWN', [url.display, zone.name], { cause: error });
  }
  if (code === 'ER_BAD_DB_ERROR') {
    return new PersistenceError('DATABASE_UNKNOWN', [url.display, url.database!], { cause: error });
  }
  if (code === 'ER_ACCESS_DENIED_ERROR' || code === 'ER_DBACCESS_DENIED_ERROR') {
    return new PersistenceError('DATABASE_ACCESS_DENIED', [url.display, message], { cause: error });
  }
  const problem = tlsProblem(code, message);
  if (problem !== undefined)
    return new PersistenceError('DATABASE_TLS_FAILED', [url.display, problem], { cause: error });
  const reason = message || error.message || code;
  return new PersistenceError('DATABASE_UNREACHABLE', [url.display, reason], { cause: error });
}

function watchConnections(sequelize: DomainSequelize, times: StatementTimes): void {
  const manager = connectionsOf<DriverConnection>(sequelize);
  const { zone } = sequelize;
  // Sequelize would set the zone without a bound of time.
  Object.assign(sequelize.config, { keepDefaultTimezone: true });
  const { max = 1 } = sequelize.options.pool ?? {};
  sequelize.lockWaits = new LockWaits(times.maxLockWaits ?? Math.ceil(max / 2));
  const watched = new WatchedConnections(times, sequelize.lockWaits, killQueryBy(manager));
  const validate = manager.validate.bind(manager);
  manager.validate = (connection) => validate(connection) && watched.isUsable(connection);
  sequelize.addHook('afterConnect', async (opened: unknown) => {
    const connection = opened as DriverConnection;
    const bounds = watched.add(connection);
    await configure(connection, [STRICT_MODE, `time_zone = '${sessionZone(zone)}'`, bounds].join(', '));
  });
}

/** @throws ConnectionError when the connection breaks; it is then closed here, since the pool does not have it yet */
async function configure(connection: DriverConnection, settings: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      connection.query(`SET SESSION ${settings}`, (error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    connection.destroy();
    throw new ConnectionError(error as Error);
  }
}
