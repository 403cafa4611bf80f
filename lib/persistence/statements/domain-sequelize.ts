import type { Transaction, TransactionOptions } from 'sequelize';
import { Sequelize, type SequelizeOptions } from 'sequelize-typescript';
import type { Dialect } from '../database-url';
import { CommitOutcomeUnknownError } from '../errors';
import { nameColumns } from '../models/column-names';
import { isConnectionLost } from '../unit-of-work/database-faults';
import { noteDeleted, noteLoaded } from '../unit-of-work/loaded-entities';
import { Mutex } from '../unit-of-work/mutex';
import { runOnce, runUnitOfWork, withRetry } from '../unit-of-work/run-unit-of-work';
import { currentUnit, type UnitOfWork, unitFor } from '../unit-of-work/unit-of-work';
import { checkWrites } from './checked-writes';
import { deleteVersioned, type InstanceStatement, isVersionedDelete } from './delete-statement';
import { type Connection, driverRows, type ReadRows } from './driver-rows';
import { leavingError } from './leaving-error';
import { sendBoundaries } from './transaction-boundaries';

type Query = (sql: unknown, options?: QueryOptions) => Promise<unknown>;
type QueryOptions = InstanceStatement & { transaction?: Transaction | null; completesTransaction?: boolean };
type Begin = (options?: TransactionOptions) => Promise<Transaction>;
type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * A Sequelize whose statements take part in the unit of work that surrounds the calling code.
 *
 * `{ transaction: null }` leaves the unit on purpose. On SQLite, which must not be left to wait for a lock
 * (the waiting threads are those that the holder of the lock needs), units and lone writes go one at a time.
 */
export class DomainSequelize extends Sequelize {
  /** Whether the server has INSERT … RETURNING; known once it was reached. */
  hasReturning = false;
  readonly #begin: () => Promise<Transaction>;
  readonly #mutex?: Mutex;

  constructor(options: SequelizeOptions) {
    super(options);
    this.#mutex = options.dialect === 'sqlite' ? new Mutex() : undefined;
    const begin = super.transaction.bind(this) as Begin;
    this.#begin = () => begin();
    this.query = this.#joining(super.query.bind(this) as Query) as typeof this.query;
    this.transaction = this.#nesting(begin) as typeof this.transaction;
    checkWrites(this.getQueryInterface());
    sendBoundaries(this, this.getQueryInterface());
    nameColumns(this);
    this.addHook('afterFind', noteLoaded);
    this.addHook('afterDestroy', noteDeleted);
  }

  /** See {@link runUnitOfWork}. */
  unitOfWork<T>(work: Work<T>): Promise<T> {
    return runUnitOfWork(this, this.#begin, work, this.#mutex);
  }

  /** Runs a single statement, which is a transaction by itself; again where a unit of work would be run again. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return currentUnit(this) ? work() : withRetry(work);
  }

  /** Reads a SELECT without Sequelize's work around it, in the unit of work that surrounds the calling code. */
  selectRows<T>(sql: string, read: ReadRows<T>): Promise<T> {
    return this.#sending('SELECT', (connection) => driverRows(this, connection, sql, read));
  }

  /**
   * Sends a statement that writes, in the same way; one outside of a unit in its turn.
   *
   * @throws CommitOutcomeUnknownError when the connection broke meanwhile, and no unit is there to be rolled back
   */
  writing<T>(send: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#sending('INSERT', send);
  }

  #sending<T>(type: 'SELECT' | 'INSERT', send: (connection: Connection) => Promise<T>): Promise<T> {
    const unit = currentUnit(this);
    if (unit) return unit.statement(() => send(connectionOf(unit.root.transaction)));
    const alone = () => this.#sendAlone(type, send);
    return this.#mutex && this.#takesTurns(type) ? this.#mutex.run(alone) : alone();
  }

  async #sendAlone<T>(type: 'SELECT' | 'INSERT', send: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.connectionManager.getConnection({ type: 'read' });
    try {
      return await send(connection);
    } catch (error) {
      throw type === 'INSERT' && isConnectionLost(error) ? new CommitOutcomeUnknownError(error) : error;
    } finally {
      this.connectionManager.releaseConnection(connection);
    }
  }

  #joining(send: Query): Query {
    const query: Query = (sql, options) =>
      send(sql, options).catch((error: unknown) => {
        throw leavingError(error, this.getDialect() as Dialect);
      });
    const joining: Query = (sql, options = {}) => {
      if (options.completesTransaction) return query(sql, options);
      const { transaction } = options;
      const unit = unitFor(this, transaction);
      if (unit)
        return unit.statement(() => query(sql, { ...options, transaction: transaction ?? unit.root.transaction }));
      return this.#mustQueue(options) ? this.#mutex!.run(() => query(sql, options)) : query(sql, options);
    };
    return (sql, options = {}) =>
      isVersionedDelete(options)
        ? deleteVersioned(options, (counting) => joining(sql, { ...options, ...counting }))
        : joining(sql, options);
  }

  /**
   * An in-memory database has one connection, on which even a read would take part in another's transaction. Code that
   * leaves a unit must not wait for it.
   */
  #mustQueue({ type, transaction }: QueryOptions): boolean {
    return this.#mutex !== undefined && !transaction && !currentUnit(this) && this.#takesTurns(type);
  }

  #takesTurns(type: string | undefined): boolean {
    return type !== 'SELECT' || (this.options as { storage?: string }).storage === ':memory:';
  }

  /** Inside a unit, a transaction of the domain code's own is a savepoint; outside, its call back is a unit. */
  #nesting(begin: Begin) {
    return <T>(options?: TransactionOptions | Work<T>, work?: Work<T>): Promise<T | Transaction> => {
      const callback = typeof options === 'function' ? options : work;
      const given = typeof options === 'function' ? undefined : options;
      const unit = unitFor(this, given?.transaction);
      if (unit) return this.#savepoint(unit, begin, given, callback);
      if (!callback) return begin(given);
      const once = () => runOnce(this, () => begin(given), callback);
      return this.#mustQueue({ transaction: given?.transaction }) ? this.#mutex!.run(once) : once();
    };
  }

  async #savepoint<T>(
    unit: UnitOfWork,
    begin: Begin,
    given: TransactionOptions | undefined,
    work?: Work<T>,
  ): Promise<T | Transaction> {
    unit.verifyOpen();
    // Sequelize names the savepoints of one savepoint all alike; those of the transaction it numbers.
    const open = () => begin({ ...given, transaction: unit.root.transaction });
    if (work) return runOnce(this, open, work, unit);
    const savepoint = await open();
    unit.adopt(savepoint);
    return savepoint;
  }
}

function connectionOf(transaction: Transaction): Connection {
  return (transaction as unknown as { readonly connection: Connection }).connection;
}
