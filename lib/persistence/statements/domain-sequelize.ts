import type { Transaction, TransactionOptions } from 'sequelize';
import { Sequelize, type SequelizeOptions } from 'sequelize-typescript';
import type { Dialect } from '../database-url';
import { CommitOutcomeUnknownError, UnitOfWorkEndedError } from '../errors';
import { nameColumns } from '../models/column-names';
import { runCallbacks } from '../unit-of-work/after-commit';
import { isConnectionLost } from '../unit-of-work/database-faults';
import { noteDeleted, noteLoaded } from '../unit-of-work/loaded-entities';
import { Mutex } from '../unit-of-work/mutex';
import { type Committed, runPart, runUnitOfWork, withRetry } from '../unit-of-work/run-unit-of-work';
import { currentUnit, type UnitOfWork, unitFor } from '../unit-of-work/unit-of-work';
import { transactionOptions, type UnitOfWorkOptions, verifyJoined } from '../unit-of-work/unit-options';
import { WrittenRows } from '../unit-of-work/written-rows';
import { checkWrites } from './checked-writes';
import { deleteVersioned, type InstanceStatement, isVersionedDelete } from './delete-statement';
import { type Connection, driverRows, type ReadRows } from './driver-rows';
import { redactError } from './redact-error';
import { runAndRollBack } from './run-and-roll-back';
import { traceWrites } from './traced-writes';
import { sendBoundariesDirectly } from './transaction-boundaries';
import { verifyReadOnly } from './verify-read-only';

type Query = (sql: unknown, options?: QueryOptions) => Promise<unknown>;
type QueryOptions = InstanceStatement & { transaction?: Transaction | null; completesTransaction?: boolean };
type Begin = (options?: TransactionOptions) => Promise<Transaction>;
type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * A Sequelize whose statements take part in the unit of work that surrounds the calling code.
 *
 * `{ transaction: null }` leaves the unit on purpose. On SQLite, which must not be left to wait for a lock
 * (the waiting threads are those that the holder of the lock needs), units and writes of a single statement go one at a time.
 */
export class DomainSequelize extends Sequelize {
  /** Whether the server has INSERT … RETURNING; known once it was reached. */
  hasReturning = false;
  /** Whether the server is MariaDB; known once it was reached. */
  isMariadb = false;
  readonly #begin: Begin;
  readonly #mutex?: Mutex;

  /** @param report takes errors that nobody may wait for: of what runs after COMMIT, and of queries that come too late */
  constructor(
    options: SequelizeOptions,
    private readonly report: (message: string, error: unknown) => void = console.error,
  ) {
    super(options);
    this.#mutex = options.dialect === 'sqlite' ? new Mutex() : undefined;
    const begin = super.transaction.bind(this) as Begin;
    this.#begin = begin;
    this.query = this.#joining(super.query.bind(this) as Query) as typeof this.query;
    this.transaction = this.#nesting(begin) as typeof this.transaction;
    checkWrites(this.getQueryInterface());
    sendBoundariesDirectly(this, this.getQueryInterface());
    nameColumns(this);
    this.addHook('afterFind', noteLoaded);
    this.addHook('afterDestroy', noteDeleted);
  }

  /**
   * Runs the work in a transaction: the surrounding one where there is one, else one of its own, which is committed
   * when the work returns and rolled back when it throws. It may be run again ({@link withRetry}), so it must be
   * repeatable.
   *
   * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
   * @throws PersistenceError UNIT_ISOLATION when it cannot join the surrounding unit
   */
  async unitOfWork<T>(work: Work<T>, options?: UnitOfWorkOptions): Promise<T> {
    const surrounding = currentUnit(this);
    if (surrounding) {
      const isPlain = options === undefined && surrounding.savepoints === undefined;
      return isPlain ? work(surrounding.transaction) : this.#joined(surrounding, work, options);
    }
    const isSqlite = this.#mutex !== undefined;
    const begin = options ? () => this.#begin(transactionOptions(options, isSqlite)) : this.#begin;
    const once = () => runUnitOfWork(this, begin, work);
    const committed = await withRetry(() => (this.#mutex ? this.#mutex.run(once) : once()));
    return committed.callbacks.length > 0 ? this.#completed(committed) : committed.result;
  }

  /**
   * Runs the work in a unit of its own.
   *
   * @param isLeaving whether the surrounding one is left; an SQLite database in memory has no other connection for that
   */
  separately<T>(isLeaving: boolean, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const run = () => work(currentUnit(this)!);
    const isInMemory = (this.options as { storage?: string }).storage === ':memory:';
    const isInside = isLeaving && currentUnit(this) !== undefined && !isInMemory;
    return isInside ? (this.transaction({ transaction: null }, run) as Promise<T>) : this.unitOfWork(run);
  }

  /**
   * A unit of work around code that knows nothing of it. On a server each of its reads sees what is committed by then, so
   * that what was read before rows were locked says nothing of what is read after.
   *
   * @param isSeparating  whether the units of that code are savepoints, so that it may go on when one of them fails
   */
  enclosingUnit<T>(work: () => Promise<T>, isSeparating: boolean): Promise<T> {
    const enclosed = () => {
      if (isSeparating) currentUnit(this)!.savepoints = new Mutex();
      return work();
    };
    return this.unitOfWork(enclosed, { isolationLevel: 'read committed' });
  }

  /**
   * Runs work and takes all of it back, whatever becomes of it: in a savepoint that is rolled back, in a transaction that
   * is. Call backs that wait for the COMMIT never run.
   *
   * @param work     calls `complete` for what is done before a COMMIT
   * @param compare  sees the rows again as they were before, by then; it gets what the work has written
   */
  async trial<T, U>(
    work: (written: WrittenRows, complete: () => Promise<void>) => Promise<T>,
    compare: (result: T, written: WrittenRows) => Promise<U>,
    isSeparating: boolean,
  ): Promise<U> {
    const untrace = traceWrites(this);
    const attempt = async () => {
      const written = new WrittenRows();
      currentUnit(this)!.written = written;
      const inside = () => {
        const unit = currentUnit(this)!;
        if (isSeparating) unit.savepoints = new Mutex();
        return work(written, async () => unit.beforeCommit?.run());
      };
      const result = await runAndRollBack((all) => this.unitOfWork(all, { savepoint: true }), inside);
      return compare(result, written);
    };
    try {
      return await runAndRollBack((all) => this.unitOfWork(all, { isolationLevel: 'read committed' }), attempt);
    } finally {
      untrace();
    }
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
    if (unit?.isReadOnly && type !== 'SELECT') verifyReadOnly(type);
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
        throw redactError(error, this.getDialect() as Dialect);
      });
    const joining: Query = (sql, options = {}) => {
      if (options.completesTransaction) return query(sql, options);
      const { transaction } = options;
      const unit = unitFor(this, transaction);
      if (unit) return this.#sendInside(unit, query, sql, options);
      return this.#mustQueue(options) ? this.#mutex!.run(() => query(sql, options)) : query(sql, options);
    };
    return (sql, options = {}) =>
      isVersionedDelete(options)
        ? deleteVersioned(options, (counting) => joining(sql, { ...options, ...counting }))
        : joining(sql, options);
  }

  /** A query that the unit did not wait for may have lost who would hear of its error, too. */
  #sendInside(unit: UnitOfWork, query: Query, sql: unknown, options: QueryOptions): Promise<unknown> {
    if (unit.isReadOnly) verifyReadOnly(sql);
    const transaction = options.transaction ?? unit.root.transaction;
    return unit
      .statement(() => query(sql, { ...options, transaction }))
      .catch((error: unknown) => {
        if (error instanceof UnitOfWorkEndedError) this.report('A query was refused.', error);
        throw error;
      });
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
    return async <T>(options?: TransactionOptions | Work<T>, work?: Work<T>): Promise<T | Transaction> => {
      const callback = typeof options === 'function' ? options : work;
      const given = typeof options === 'function' ? undefined : options;
      const unit = unitFor(this, given?.transaction);
      if (unit) return this.#savepoint(unit, begin, given, callback);
      if (!callback) return begin(given);
      const once = () => runUnitOfWork(this, () => begin(given), callback);
      const isQueued = this.#mustQueue({ transaction: given?.transaction });
      return this.#completed(await (isQueued ? this.#mutex!.run(once) : once()));
    };
  }

  /** Callbacks of a COMMIT run when neither the connection nor the turn of the unit is held any more. */
  async #completed<T>({ result, transaction, callbacks }: Committed<T>): Promise<T> {
    const failed = (error: unknown) => this.report('A call back of afterCommit failed; the changes stay.', error);
    await runCallbacks(callbacks, transaction, failed);
    return result;
  }

  async #joined<T>(surrounding: UnitOfWork, work: Work<T>, options: UnitOfWorkOptions = {}): Promise<T> {
    verifyJoined(surrounding, options, this.#mutex !== undefined);
    const savepoint = () => this.#savepoint(surrounding, this.#begin, transactionOptions(options, true), work);
    if (surrounding.savepoints) return surrounding.savepoints.run(savepoint);
    if (options.savepoint) return savepoint();
    return options.readOnly ? runPart(surrounding, work) : work(surrounding.transaction);
  }

  async #savepoint<T>(unit: UnitOfWork, begin: Begin, given: TransactionOptions | undefined, work: Work<T>): Promise<T>;
  async #savepoint<T>(
    unit: UnitOfWork,
    begin: Begin,
    given: TransactionOptions | undefined,
    work?: Work<T>,
  ): Promise<T | Transaction>;
  async #savepoint<T>(
    unit: UnitOfWork,
    begin: Begin,
    given: TransactionOptions | undefined,
    work?: Work<T>,
  ): Promise<T | Transaction> {
    unit.verifyOpen();
    // Sequelize names the savepoints of one savepoint all alike; those of the transaction it numbers.
    const open = () => begin({ ...given, transaction: unit.root.transaction });
    if (work) return (await runUnitOfWork(this, open, work, unit)).result;
    const savepoint = await open();
    unit.adopt(savepoint);
    return savepoint;
  }
}

function connectionOf(transaction: Transaction): Connection {
  return (transaction as unknown as { readonly connection: Connection }).connection;
}
