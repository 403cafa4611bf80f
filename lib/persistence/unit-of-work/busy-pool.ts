import { ConnectionAcquireTimeoutError, type PoolOptions, type Sequelize } from 'sequelize';
import { type Deadline, DeadlineError, deadlines, remainingMs } from '../../foundation';

/** No connection became free in time, although the database can be reached. */
export class BusyPoolError extends ConnectionAcquireTimeoutError {
  constructor({ parent }: ConnectionAcquireTimeoutError, connections: number, waitedMs?: number) {
    super(parent);
    this.name = 'BusyPoolError';
    this.message = `All ${connections} database connections (db.pool.max) were in use for ${waitedMs} ms (db.pool.acquireMs).`;
  }
}

/** The parts of Sequelize's connection manager that its types leave out. */
interface Connections {
  getConnection(wanted: Wanted): Promise<Connection>;
  releaseConnection(connection: Connection): void;
  readonly pool: {
    readonly using: number;
    acquire(type: string | undefined, useMaster: boolean | undefined): Promise<Connection>;
  };
}

type Connection = Awaited<ReturnType<Sequelize['connectionManager']['getConnection']>>;
type Wanted = Parameters<Sequelize['connectionManager']['getConnection']>[0];

/** Sequelize's own default. */
const ACQUIRE_MS = 60_000;

/**
 * Distinguishes a timeout because all connections are in use ({@link BusyPoolError}) from one because the database
 * cannot be reached.
 *
 * No one waits longer than the deadline of the request. Connections are taken from the pool directly where possible: Sequelize would look for hooks and for the version of the
 * database each time, which costs four promises.
 */
export function detectBusyPool(
  sequelize: Sequelize,
  { max = 1, acquire: waitMs = ACQUIRE_MS }: PoolOptions = {},
): void {
  const connections = sequelize.connectionManager as unknown as Connections;
  const { pool } = connections;
  const acquire = connections.getConnection.bind(connections);
  const rethrow = (error: unknown): never => {
    if (!isTimeout(error)) throw error;
    const timeout = error instanceof ConnectionAcquireTimeoutError ? error : new ConnectionAcquireTimeoutError(error);
    throw pool.using >= max ? new BusyPoolError(timeout, pool.using, waitMs) : timeout;
  };
  connections.getConnection = (wanted) => {
    const taken = canUsePool(sequelize) ? pool.acquire(wanted.type, wanted.useMaster) : acquire(wanted);
    const connection = taken.catch(rethrow);
    const deadline = deadlines.getStore();
    return deadline && remainingMs() < waitMs ? inTime(connection, deadline, connections) : connection;
  };
}

/** A connection that comes too late goes back. */
function inTime(
  taken: Promise<Connection>,
  deadline: Deadline,
  connections: Pick<Connections, 'releaseConnection'>,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DeadlineError(deadline));
    }, remainingMs());
    taken.then((connection) => {
      clearTimeout(timer);
      if (isLate) connections.releaseConnection(connection);
      else resolve(connection);
    }, reject);
  });
}

/** Whether a connection may be taken without Sequelize: the version of the database is known, and there is no hook. */
function canUsePool(sequelize: Sequelize): boolean {
  const { options } = sequelize as unknown as { readonly options: { readonly databaseVersion?: number | string } };
  return (
    options.databaseVersion !== 0 && !sequelize.hasHook('beforePoolAcquire') && !sequelize.hasHook('afterPoolAcquire')
  );
}

/** The message of the pool's error, whose class Sequelize does not export. */
const POOL_TIMEOUT = 'Operation timeout';

function isTimeout(error: unknown): error is Error {
  if (error instanceof ConnectionAcquireTimeoutError) return true;
  return error instanceof Error && error.message === POOL_TIMEOUT;
}
