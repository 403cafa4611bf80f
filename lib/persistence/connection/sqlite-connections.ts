import { ConnectionError, type Sequelize } from 'sequelize';
import { deadlines, remainingMs, UNBOUNDED } from '../../foundation';
import { type Connections, connectionsOf } from '../sequelize/connections';
import { observeConnection } from './observed-connection';

/** How long the driver waits for a lock by default. */
const DRIVER_WAIT_MS = 1000;
/** Waits are shortened in steps, so that requests that are almost late do not set a new one for each statement. */
const STEP_MS = 50;
/** The connection of statements without a transaction, as Sequelize names it. */
const SHARED = 'default';
const REPLACED_EVERY_MS = 1000;
/** Until then, statements that have taken a connection before it was replaced are sent. */
const CLOSED_AFTER_MS = 10_000;

/** A connection of sqlite3, whose types Sequelize does not know. */
interface Connection {
  serialize(work: () => void): void;
  configure(option: 'busyTimeout', ms: number): void;
  run(sql: string, done: (error: Error | null) => void): void;
  close(done: (error: Error | null) => void): void;
}

/** The connections to a file of SQLite: one for each transaction, and one for all other statements. */
export class SqliteConnections {
  readonly #manager: Connections<Connection>;
  readonly #waits = new WeakMap<Connection, number>();
  #replacedAtMs = Number.NEGATIVE_INFINITY;

  /** @param lockWaitMs how long a statement waits for another process that has locked the file */
  constructor(sequelize: Sequelize, lockWaitMs = DRIVER_WAIT_MS) {
    this.#manager = connectionsOf<Connection>(sequelize);
    const open = this.#manager.getConnection.bind(this.#manager);
    this.#manager.getConnection = (wanted = {}) => {
      const { uuid = SHARED } = wanted;
      const { connections } = this.#manager;
      const known = connections[uuid];
      const deadline = deadlines.getStore();
      // Almost every statement has the time, and its connection the wait.
      const hasTime =
        !deadline || (Number.isFinite(deadline.limitMs) && deadline.atMs - performance.now() >= lockWaitMs);
      const waitMs = hasTime ? lockWaitMs : waitWithin(lockWaitMs);
      if (known) {
        if (deadline?.observer) observeConnection(known);
        if (this.#waits.get(known) !== waitMs) this.#bound(known, waitMs);
        return open(wanted);
      }
      const opened = open(wanted);
      const connection = connections[uuid];
      if (connection) {
        this.#waits.set(connection, waitMs);
        connection.configure('busyTimeout', waitMs);
        if (deadline?.observer) observeConnection(connection);
      }
      return opened.catch((error) => this.#fail(uuid, error));
    };
  }

  /** Makes the next statement without a transaction open a connection, as the file may be in order again. */
  replace(): void {
    const { connections } = this.#manager;
    const connection = connections[SHARED];
    const nowMs = performance.now();
    if (!connection || nowMs - this.#replacedAtMs < REPLACED_EVERY_MS) return;
    this.#replacedAtMs = nowMs;
    delete connections[SHARED];
    setTimeout(() => connection.close(() => undefined), CLOSED_AFTER_MS).unref();
  }

  /** Sequelize would keep the connection that could not be opened, and creates the folder of the file without a check. */
  #fail(uuid: string, error: Error): never {
    delete this.#manager.connections[uuid];
    if (error instanceof ConnectionError) throw error;
    throw new ConnectionError(Object.assign(error, { code: 'SQLITE_CANTOPEN' }));
  }

  /** While a statement may be running, a setting of the driver would block the process, so that a statement sets it. */
  #bound(connection: Connection, waitMs: number): void {
    this.#waits.set(connection, waitMs);
    connection.serialize(() => connection.run(`PRAGMA busy_timeout = ${waitMs}`, () => undefined));
  }
}

/** No longer than the deadline of the request. */
function waitWithin(lockWaitMs: number): number {
  if (deadlines.getStore() === UNBOUNDED) return Math.max(lockWaitMs, DRIVER_WAIT_MS);
  return Math.min(lockWaitMs, Math.floor(remainingMs() / STEP_MS) * STEP_MS);
}

/** Observes the connection to a database in memory, the only one, when somebody looks. */
export function observeMemory(sequelize: Sequelize): void {
  const manager = connectionsOf<Connection>(sequelize);
  const open = manager.getConnection.bind(manager);
  manager.getConnection = (wanted) => {
    const opened = open(wanted);
    if (!deadlines.getStore()?.observer) return opened;
    return opened.then((connection) => {
      observeConnection(connection);
      return connection;
    });
  };
}
