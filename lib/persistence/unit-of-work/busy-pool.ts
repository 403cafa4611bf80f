import { ConnectionAcquireTimeoutError, type PoolOptions, type Sequelize } from 'sequelize';
import { isObject } from '../../foundation';

/** All connections were in use for as long as a request may wait for one; the database itself is there. */
export class BusyPoolError extends ConnectionAcquireTimeoutError {
  constructor({ parent }: ConnectionAcquireTimeoutError, connections: number, waitedMs?: number) {
    super(parent);
    this.name = 'BusyPoolError';
    this.message = `All ${connections} database connections (db.pool.max) were in use for ${waitedMs} ms (db.pool.acquireMs).`;
  }
}

/** Tells a wait for a connection that ends as all are in use from one that ends as the database does not open any. */
export function tellBusyPool({ connectionManager }: Sequelize, { max = 1, acquire: waitMs }: PoolOptions = {}): void {
  const acquire = connectionManager.getConnection.bind(connectionManager);
  connectionManager.getConnection = async (wanted) => {
    try {
      return await acquire(wanted);
    } catch (error) {
      const connections = connectionsInUse(connectionManager);
      const isBusy = error instanceof ConnectionAcquireTimeoutError && connections >= max;
      throw isBusy ? new BusyPoolError(error, connections, waitMs) : error;
    }
  };
}

function connectionsInUse(connectionManager: object): number {
  const pool = 'pool' in connectionManager ? connectionManager.pool : undefined;
  return isObject(pool) && 'using' in pool ? Number(pool.using) : 0;
}
