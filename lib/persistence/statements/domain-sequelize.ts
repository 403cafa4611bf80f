import { Transaction, type TransactionOptions } from 'sequelize';
import type { SequelizeOptions } from 'sequelize-typescript';
import type { LockWaits } from '../connection/lock-waits';
import type { SqliteConnections } from '../connection/sqlite-connections';
import type { Dialect } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { UnitOfWorkEndedError } from '../errors';
import { nameColumns } from '../models/column-names';
import { plainSqliteTypes } from '../models/plain-sqlite-types';
import { readExactNumbers } from '../models/read-exact-numbers';
import { makeSetColumns } from '../models/set-columns';
import type { StoredForeignKeys } from '../models/stored-foreign-keys';
import { ownHook } from '../models/write-hooks';
import type { Connection } from '../sequelize/connections';
import { Sequelize } from '../sequelize/decorators';
import { connectionOf, sequelizeOf } from '../sequelize/transaction';
import { statementKind } from '../statement-kind';
import { type TimeZone, timeZoneOf, UTC } from '../time-zone';
import { runCallbacks } from '../unit-of-work/after-commit';
import { inheritedTransaction, runInNamespace } from '../unit-of-work/inherited-transaction';
import { noteDeleted, noteLoaded } from '../unit-of-work/loaded-entities';
import { Mutex } from '../unit-of-work/mutex';
import { OpenTransactions } from '../unit-of-work/open-transactions';
import { enterSavepoint } from '../unit-of-work/opened-transactions';
import {
  type Committed,
  RETRY_WITHIN_MS,
  runLateUnit,
  runPart,
  runSavepoint,
  runUnitOfWork,
  withRetry,
} from '../unit-of-work/run-unit-of-work';
import { begunTransaction, currentUnit, type UnitOfWork, unitFor } from '../unit-of-work/unit-of-work';
import {
  levelOf,
  raiseLevel,
  savepointOptions,
  type UnitOfWorkOptions,
  verifyJoined,
} from '../unit-of-work/unit-options';
import type { WriteGate } from '../unit-of-work/write-gate';
import { matchEveryTrue } from './boolean-criteria';
import { Collations } from './collations';
import { deleteVersioned, type InstanceStatement, isVersionedDelete } from './delete-statement';
import { driverRows, type ReadRows } from './driver-rows';
import { keepDuplicateValues } from './duplicate-values';
import { keepAggregatesExact } from './exact-aggregates';
import { HookStatements } from './hook-statements';
import { findObjectNames } from './object-names';
import { allowOneTransaction } from './one-transaction';
import { redactError } from './redact-error';
import { withSearchDepth } from './search-depth';
import { sendAlone } from './send-alone';
import { textOf, verifiedEffect } from './statement-effect';
import { readStoredValues } from './stored-value-queries';
import { sendBoundariesDirectly } from './transaction-boundaries';

type Query = (sql: unknown, options?: QueryOptions) => Promise<unknown>;
type QueryOptions = InstanceStatement & {
  transaction?: Transaction | null;
  completesTransaction?: boolean;
  /** Whether the planning of a SELECT is bounded. */
  boundsPlanning?: boolean;
};
type Begin = (options?: TransactionOptions) => Promise<Transaction>;
type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * A Sequelize whose statements join the unit of work of the calling code; `{ transaction: null }` opts out.
 *
 * On SQLite, units and single writes run one at a time: waiting for a lock would block the threads that its holder needs.
 */
export class DomainSequelize extends Sequelize {
  /** Whether the database supports INSERT … RETURNING; set by `connect`. */
  hasReturning = false;
  /** Of a server, the one that is assumed until its version is known; set by `connect`. */
  sqlDialect: Dialect;
  /** The zone of its DATETIME columns. */
  readonly zone: TimeZone;
  /** How long work waits for its turn on SQLite, in milliseconds: as long as InnoDB waits for a lock by default. */
  turnWaitMs = 50_000;
  /** How long work is repeated after a conflict. On SQLite only a locked file is worth another try, whose wait has a bound. */
  retryWithinMs = RETRY_WITHIN_MS;
  /** The connections to a file of SQLite; set by `connect`. */
  files?: SqliteConnections;
  /** The waits for locks on a server; set by `connect`. */
  lockWaits?: LockWaits;
  /** Takes all writes of models; set by `Database`. */
  gate?: WriteGate;
  readonly collations = new Collations(this);
  readonly hookStatements = new HookStatements(this);
  /** Undefined until they are read at the start. */
  foreignKeys?: StoredForeignKeys;
  readonly #begin: Begin;
  readonly #open = new OpenTransactions(this);
  readonly #explain = (error: unknown) => this.#open.explain(error);
  readonly #turnTimeout = () => this.#open.turnTimeout(this.turnWaitMs);
  readonly #mutex?: Mutex;
  readonly #isInMemory: boolean;

  /** @param report receives errors that no caller may see: of callbacks after COMMIT, and of queries that come too late */
  constructor(
    options: SequelizeOptions,
    private readonly report: (message: string, error: unknown) => void = console.error,
  ) {
    super(options);
    this.zone = timeZoneOf((this.options as { readonly timezone?: string }).timezone ?? UTC.name) ?? UTC;
    this.sqlDialect = dialectOf(this);
    const { driver, transactions, values } = this.sqlDialect;
    this.#mutex = transactions.hasOneWriter ? new Mutex() : undefined;
    this.#isInMemory = (this.options as { storage?: string }).storage === ':memory:';
    const begin = super.transaction.bind(this) as Begin;
    this.#begin = begin;
    this.query = this.#joinUnits(super.query.bind(this) as Query) as typeof this.query;
    this.transaction = this.#nestTransactions(begin) as typeof this.transaction;
    sendBoundariesDirectly(this, this.getQueryInterface());
    if (this.#isInMemory) allowOneTransaction(this.getQueryInterface());
    nameColumns(this);
    readStoredValues(this, this.zone);
    if (driver.dividesDuplicates) keepDuplicateValues(this);
    matchEveryTrue(this);
    if (!values.hasTypeOptions) plainSqliteTypes(this);
    makeSetColumns(this, values.acceptsAnyType ? 'TEXT' : undefined);
    if (driver.roundsNumbers) readExactNumbers(this.getQueryInterface());
    findObjectNames(this);
    keepAggregatesExact(this.getQueryInterface());
    this.addHook('afterFind', noteLoaded);
    this.addHook('afterDestroy', ownHook(noteDeleted));
  }

  /** Sets how long work waits for locks of this and of other processes. */
  waitForLocks(ms: number): void {
    this.turnWaitMs = ms;
    if (this.#mutex) this.retryWithinMs = Math.min(ms, RETRY_WITHIN_MS);
  }

  /**
   * Runs the work in the current unit of work, or in a new transaction, which is committed when the work returns and
   * rolled back when it throws. The work must be repeatable, since a new transaction may be retried ({@link withRetry}).
   *
   * @throws CommitOutcomeUnknownError when the connection breaks during COMMIT
   * @throws PersistenceError UNIT_ISOLATION when the work cannot join the current unit
   */
  async unitOfWork<T>(work: Work<T>, options?: UnitOfWorkOptions): Promise<T> {
    const current = currentUnit(this);
    if (current) {
      const isPlain = options === undefined && !current.usesSavepoints;
      return isPlain ? work(current.transaction) : this.#join(current, work, options);
    }
    const { transactions } = this.sqlDialect;
    const begin = options ? () => this.#begin(transactions.options(options)) : this.#begin;
    const run = () => runUnitOfWork(this, begin, work);
    const committed = await withRetry(() => (this.#mutex ? this.#inTurn(run) : run()), {
      explain: this.#explain,
      isUndoneWhenLost: true,
      withinMs: this.retryWithinMs,
      lockWaits: this.lockWaits,
    });
    return committed.callbacks.length > 0 ? this.#runCallbacks(committed) : committed.result;
  }

  /**
   * Runs the work in a new unit of work, whose transaction begins at the first statement. Nothing is repeated but BEGIN,
   * since the work may have had effects elsewhere. Inside of a unit it is a savepoint.
   *
   * @throws as {@link unitOfWork}
   */
  async lateUnit<T>(work: () => Promise<T>): Promise<T> {
    const current = currentUnit(this);
    if (current) return this.#savepoint(current, this.#begin, undefined, this.#withSavepoints(work));
    const options = this.sqlDialect.transactions.options({ isolationLevel: 'read committed' });
    return this.#beginLate(options, (standIn, begin) => runLateUnit(this, standIn, begin, work, 'savepoints'));
  }

  /**
   * Runs work that ends with a single write, of which it tells the unit. If nothing else was sent, the write is not in a
   * transaction; otherwise that begins at the first statement. Inside of a unit it is part of that.
   */
  async soloUnit<T>(work: () => Promise<T>): Promise<T> {
    if (currentUnit(this)) return work();
    return this.#beginLate({}, (standIn, begin) => runLateUnit(this, standIn, begin, work, 'solo'));
  }

  /** @param run receives a stand-in for the transaction until it begins */
  async #beginLate<T>(
    options: TransactionOptions,
    run: (standIn: Transaction, begin: () => Promise<Transaction>) => Promise<Committed<T>>,
  ): Promise<T> {
    const standIn = new Transaction(this, options);
    let endTurn = () => {};
    const begin = async () => {
      endTurn();
      if (this.#mutex) endTurn = await this.#mutex.acquire(this.turnWaitMs, this.#turnTimeout);
      try {
        const withinMs = this.retryWithinMs;
        return await withRetry(() => this.#begin({ ...options, ...levelOf(standIn) }), { withinMs });
      } catch (error) {
        endTurn();
        throw error;
      }
    };
    return this.#runCallbacks(await this.#explained(run(standIn, begin).finally(() => endTurn())));
  }

  /** Makes units inside the work savepoints. */
  #withSavepoints<T>(work: () => Promise<T>): Work<T> {
    return () => {
      currentUnit(this)!.usesSavepoints = true;
      return work();
    };
  }

  /**
   * Runs the work in the current unit of work, or in a new one.
   *
   * @param isOutside whether the work is not part of the current unit, so that it needs a transaction of its own; an
   *   in-memory SQLite database has no second connection for that
   */
  inUnit<T>(isOutside: boolean, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const run = () => work(currentUnit(this)!);
    const needsTransaction = isOutside && currentUnit(this) !== undefined && !this.#isInMemory;
    return needsTransaction ? (this.transaction({ transaction: null }, run) as Promise<T>) : this.unitOfWork(run);
  }

  /** Runs a single statement, which is its own transaction, with the retries of a unit of work. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return currentUnit(this)
      ? work()
      : withRetry(work, { explain: this.#explain, withinMs: this.retryWithinMs, lockWaits: this.lockWaits });
  }

  /** Sends a SELECT past Sequelize's query pipeline, in the current unit of work. */
  selectRows<T>(sql: string, read: ReadRows<T>): Promise<T> {
    return this.#send('SELECT', (connection) => driverRows(this, connection, sql, read));
  }

  /**
   * Sends a write past Sequelize's query pipeline. Outside of a unit of work it is queued on SQLite.
   *
   * @throws CommitOutcomeUnknownError when the connection breaks outside of a unit of work
   */
  sendWrite<T>(send: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#send('INSERT', send);
  }

  #send<T>(type: 'SELECT' | 'INSERT', send: (connection: Connection) => Promise<T>): Promise<T> {
    const unit = currentUnit(this);
    if (unit && !unit.sendsAlone) {
      const effect = verifiedEffect(type, unit.isReadOnly, this.sqlDialect);
      return unit.statement(effect, () => send(connectionOf(unit.root.transaction)));
    }
    const effect = type === 'SELECT' ? 'read' : 'write';
    const takesTurn = this.#mutex !== undefined && this.#takesTurns(type);
    return takesTurn ? this.#inTurn(() => sendAlone(this, effect, send)) : sendAlone(this, effect, send);
  }

  /** Runs work when its turn comes. @throws LockHeldError after {@link turnWaitMs} */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex!.runWithin(work, this.turnWaitMs, this.#turnTimeout);
  }

  /** Throws LockHeldError in place of the error of a statement that has waited for a lock of this process. */
  #explained<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw this.#explain(error);
    });
  }

  #joinUnits(send: Query): Query {
    const query: Query = (sql, options) =>
      send(options?.boundsPlanning ? withSearchDepth(this.sqlDialect, String(sql)) : sql, options).catch(
        (error: unknown) => {
          throw redactError(error, this.sqlDialect.syntax);
        },
      );
    const joined: Query = (sql, options = {}) => {
      if (options.completesTransaction) return query(sql, options);
      const given = this.#givenTo(options);
      const unit = unitFor(this, given.transaction);
      if (unit) return this.#sendInside(unit, query, sql, given);
      const alone = () => (given.transaction ? query(sql, given) : this.#queryAlone(query, sql, given));
      return this.#explained(this.#mustQueue(given) ? this.#inTurn(alone) : alone());
    };
    return (sql, options = {}) =>
      isVersionedDelete(options)
        ? deleteVersioned(options, (counting) => joined(sql, { ...options, ...counting }))
        : joined(sql, options);
  }

  #queryAlone(query: Query, sql: unknown, options: QueryOptions): Promise<unknown> {
    const { isReading } = statementKind(textOf(sql), this.sqlDialect.syntax);
    return sendAlone({ files: this.files }, isReading ? 'read' : 'write', () => query(sql, options));
  }

  /** The options without a transaction of another database, which Sequelize adds if the application uses `useCLS`. */
  #givenTo(options: QueryOptions): QueryOptions {
    const inherited = inheritedTransaction();
    const { transaction = inherited } = options;
    if (!inherited || transaction !== inherited) return options;
    if (currentUnit(this)) return { ...options, transaction: undefined };
    const sequelize = sequelizeOf(inherited);
    const isForeign = sequelize !== this && sequelize instanceof DomainSequelize;
    return { ...options, transaction: isForeign ? null : inherited };
  }

  /** A query that the unit did not await may not be awaited by anybody, so that its error is reported as well. */
  async #sendInside(unit: UnitOfWork, query: Query, sql: unknown, options: QueryOptions): Promise<unknown> {
    const effect = verifiedEffect(sql, unit.isReadOnly, this.sqlDialect);
    const send = () => query(sql, { ...options, transaction: begunTransaction(unit, options.transaction) });
    try {
      return await unit.statement(effect, send);
    } catch (error) {
      if (error instanceof UnitOfWorkEndedError) this.report('A query was rejected.', error);
      throw error;
    }
  }

  /** Whether a query waits for its turn. Code that leaves a unit must not wait for that unit. */
  #mustQueue({ type, transaction }: QueryOptions): boolean {
    return this.#mutex !== undefined && !transaction && !currentUnit(this) && this.#takesTurns(type);
  }

  /** An in-memory database has one connection, on which even a read would join another's transaction. */
  #takesTurns(type: string | undefined): boolean {
    return type !== 'SELECT' || this.#isInMemory;
  }

  /** A transaction of domain code is a savepoint inside a unit of work; outside, its callback is a unit of work. */
  #nestTransactions(begin: Begin) {
    return async <T>(options?: TransactionOptions | Work<T>, work?: Work<T>): Promise<T | Transaction> => {
      const given = typeof options === 'function' ? options : work;
      const callback = given && ((transaction: Transaction) => runInNamespace(transaction, () => given(transaction)));
      const begun = typeof options === 'function' ? undefined : options;
      const unit = unitFor(this, begun?.transaction);
      if (unit) return callback ? this.#savepoint(unit, begin, begun, callback) : enterOpened(unit, begin, begun);
      const isQueued = this.#mustQueue({ transaction: begun?.transaction });
      const place = new Error('begun');
      const open = () => this.#open.begin(() => begin(begun), place);
      // It has no end that others could wait for, except for BEGIN on the only connection of a database.
      if (!callback) return this.#explained(isQueued && this.#isInMemory ? this.#inTurn(open) : open());
      const run = () => runUnitOfWork(this, open, callback);
      return this.#runCallbacks(await this.#explained(isQueued ? this.#inTurn(run) : run()));
    };
  }

  /** Callbacks of `afterCommit` run once the unit has released its connection and its turn. */
  async #runCallbacks<T>({ result, transaction, callbacks }: Committed<T>): Promise<T> {
    const failed = (error: unknown) =>
      this.report('A callback of afterCommit failed; the changes are committed.', error);
    await runCallbacks(callbacks, transaction, failed);
    return result;
  }

  async #join<T>(current: UnitOfWork, work: Work<T>, options: UnitOfWorkOptions = {}): Promise<T> {
    if (current.isWaiting) raiseLevel(current.transaction, options);
    if (!this.sqlDialect.transactions.isSerializable) verifyJoined(current, options);
    if (current.usesSavepoints || options.savepoint)
      return this.#savepoint(current, this.#begin, savepointOptions(options), work);
    return options.readOnly ? runPart(current, work) : work(current.transaction);
  }

  async #savepoint<T>(unit: UnitOfWork, begin: Begin, options: TransactionOptions | undefined, work: Work<T>) {
    unit.verifyOpen();
    const open = () => openSavepoint(unit, begin, options);
    const run = async () => (await runUnitOfWork(this, open, work, unit)).result;
    return unit.savepoint(() => runSavepoint(unit, run));
  }
}

/** Opens a savepoint without a callback, which domain code ends. */
async function enterOpened(unit: UnitOfWork, begin: Begin, options?: TransactionOptions): Promise<Transaction> {
  unit.verifyOpen();
  const savepoint = await openSavepoint(unit, begin, options);
  enterSavepoint(savepoint, unit).adopt(savepoint);
  return savepoint;
}

/** Sequelize gives all savepoints inside one savepoint the same name, but numbers those of the transaction. */
async function openSavepoint(unit: UnitOfWork, begin: Begin, options?: TransactionOptions): Promise<Transaction> {
  await unit.root.begin();
  return begin({ ...options, transaction: unit.root.transaction });
}
