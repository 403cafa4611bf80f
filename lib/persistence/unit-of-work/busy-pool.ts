import { ConnectionAcquireTimeoutError, type PoolOptions, type Sequelize } from 'sequelize';
import { DeadlineError, deadlines, remainingMs } from '../../foundation';
import { connectionsOf } from '../sequelize/connections';
import { optionsOf } from '../sequelize/sequelize-instance';

/** No connection became free in time, although the database can be reached. */
export class BusyPoolError extends ConnectionAcquireTimeoutError {
  constructor({ parent }: ConnectionAcquireTimeoutError, connections: number, waitedMs?: number) {
    super(parent);
    this.name = 'BusyPoolError';
    this.message = `All ${connections} database connections (db.pool.max) were in use for ${waitedMs} ms (db.pool.acquireMs).`;
  }
}

/** Node.js keeps a list of timers for each duration, so that few different ones are cheaper. */
const STEP_MS = 100;
/** Sequelize's own default. */
const ACQUIRE_MS = 60_000;

/**
 * Distinguishes a timeout because all connections are in use ({@link BusyPoolError}) from one because the database
 * cannot be reached.
 *
 * No one waits longer than the deadline of the request. Connections are taken from the pool directly where possible: Sequelize
 * would look for hooks and for the version of the database each time, which costs four promises.
 */
export function detectBusyPool(
  sequelize: Sequelize,
  { max = 1, acquire: waitMs = ACQUIRE_MS }: PoolOptions = {},
): void {
  const connections = connectionsOf(sequelize);
  const { pool } = connections;
  const acquire = connections.getConnection.bind(connections);
  const rethrow = (error: unknown): never => {
    if (!isTimeout(error)) throw error;
    const deadline = deadlines.getStore();
    if (deadline && remainingMs() < STEP_MS) throw new DeadlineError(deadline);
    const timeout = error instanceof ConnectionAcquireTimeoutError ? error : new ConnectionAcquireTimeoutError(error);
    throw pool.using >= max ? new BusyPoolError(timeout, pool.using, waitMs) : timeout;
  };
  connections.getConnection = (wanted) => {
    pool.acquireTimeoutMillis = Math.min(waitMs, Math.max(1, Math.floor(remainingMs() / STEP_MS) * STEP_MS));
    const taken = canUsePool(sequelize) ? pool.acquire(wanted?.type, wanted?.useMaster) : acquire(wanted);
    return taken.catch(rethrow);
  };
}

/** Whether a connection may be taken without Sequelize: the version of the database is known, and there is no hook. */
function canUsePool(sequelize: Sequelize): boolean {
  const isVersionKnown = optionsOf(sequelize).databaseVersion !== 0;
  return isVersionKnown && !sequelize.hasHook('beforePoolAcquire') && !sequelize.hasHook('afterPoolAcquire');
}

/** The message of the pool's error, whose class Sequelize does not export. */
const POOL_TIMEOUT = 'Operation timeout';

function isTimeout(error: unknown): error is Error {
  if (error instanceof ConnectionAcquireTimeoutError) return true;
  return error instanceof Error && error.message === POOL_TIMEOUT;
}
