import { ConnectionAcquireTimeoutError, type PoolOptions, type Sequelize } from 'sequelize';

/** All connections were in use for as long as a request may wait for one; the database itself is there. */
export class BusyPoolError extends ConnectionAcquireTimeoutError {
  constructor({ parent }: ConnectionAcquireTimeoutError, connections: number, waitedMs?: number) {
    super(parent);
    this.name = 'BusyPoolError';
    this.message = `All ${connections} database connections (db.pool.max) were in use for ${waitedMs} ms (db.pool.acquireMs).`;
  }
}

/** Those parts of Sequelize's connections that its types leave out. */
interface Connections {
  getConnection(wanted: Wanted): Promise<Connection>;
  readonly pool: {
    readonly using: number;
    acquire(type: string | undefined, useMaster: boolean | undefined): Promise<Connection>;
  };
}

type Connection = Awaited<ReturnType<Sequelize['connectionManager']['getConnection']>>;
type Wanted = Parameters<Sequelize['connectionManager']['getConnection']>[0];

/**
 * Tells a wait for a connection that ends as all are in use from one that ends as the database does not open any.
 *
 * A connection is taken from the pool at once, where Sequelize would do no more than that: it asks for hooks and for the
 * version of the database each time, by four promises.
 */
export function tellBusyPool(sequelize: Sequelize, { max = 1, acquire: waitMs }: PoolOptions = {}): void {
  const connections = sequelize.connectionManager as unknown as Connections;
  const { pool } = connections;
  const acquire = connections.getConnection.bind(connections);
  const tell = (error: unknown): never => {
    if (!isTimeout(error)) throw error;
    const timeout = error instanceof ConnectionAcquireTimeoutError ? error : new ConnectionAcquireTimeoutError(error);
    throw pool.using >= max ? new BusyPoolError(timeout, pool.using, waitMs) : timeout;
  };
  connections.getConnection = (wanted) => {
    const taken = isKnown(sequelize) ? pool.acquire(wanted.type, wanted.useMaster) : acquire(wanted);
    return taken.catch(tell);
  };
}

/** Whether nothing has to be asked before a connection is taken: the version is known, and no hook waits for it. */
function isKnown(sequelize: Sequelize): boolean {
  const { options } = sequelize as unknown as { readonly options: { readonly databaseVersion?: number | string } };
  return (
    options.databaseVersion !== 0 && !sequelize.hasHook('beforePoolAcquire') && !sequelize.hasHook('afterPoolAcquire')
  );
}

/** The message of the pool; Sequelize does not export the class of that error. */
const POOL_TIMEOUT = 'Operation timeout';

function isTimeout(error: unknown): error is Error {
  if (error instanceof ConnectionAcquireTimeoutError) return true;
  return error instanceof Error && error.message === POOL_TIMEOUT;
}
