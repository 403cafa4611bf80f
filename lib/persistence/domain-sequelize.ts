import type { Transaction, TransactionOptions } from 'sequelize';
import { Sequelize, type SequelizeOptions } from 'sequelize-typescript';
import type { Dialect } from './database-url';
import { hideValues } from './hidden-values';
import { noteDeleted, noteLoaded } from './loaded-entities';
import { Mutex } from './mutex';
import { currentUnit, runOnce, runUnitOfWork, withRetry } from './unit-of-work';

type Query = (sql: unknown, options?: QueryOptions) => Promise<unknown>;
type QueryOptions = { transaction?: Transaction | null; type?: string; completesTransaction?: boolean };
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
    const begin = super.transaction.bind(this) as (options?: TransactionOptions) => Promise<Transaction>;
    this.#begin = () => begin();
    this.query = this.#joining(super.query.bind(this) as Query) as typeof this.query;
    this.transaction = this.#nesting(begin) as typeof this.transaction;
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

  #joining(send: Query): Query {
    const query: Query = (sql, options) =>
      send(sql, options).catch((error: unknown) => {
        hideValues(error, this.getDialect() as Dialect);
        throw error;
      });
    return (sql, options = {}) => {
      if (options.completesTransaction || options.transaction === null) return query(sql, options);
      const unit = currentUnit(this);
      if (unit) return unit.statement(() => query(sql, { transaction: unit.transaction, ...options }));
      return options.transaction || !this.#mustQueue(options)
        ? query(sql, options)
        : this.#mutex!.run(() => query(sql, options));
    };
  }

  /** An in-memory database has one connection, on which even a read would take part in another's transaction. */
  #mustQueue({ type }: QueryOptions): boolean {
    if (!this.#mutex) return false;
    return type !== 'SELECT' || (this.options as { storage?: string }).storage === ':memory:';
  }

  /** Inside a unit, a transaction of the domain code's own is a savepoint; outside, its call back is a unit. */
  #nesting(begin: (options?: TransactionOptions) => Promise<Transaction>) {
    return <T>(options?: TransactionOptions | Work<T>, work?: Work<T>): Promise<T | Transaction> => {
      const callback = typeof options === 'function' ? options : work;
      const given = typeof options === 'function' ? undefined : options;
      const unit = given?.transaction === undefined ? currentUnit(this) : undefined;
      if (unit) return this.#savepoint(begin, { ...given, transaction: unit.transaction }, callback);
      if (!callback) return begin(given);
      const once = () => runOnce(this, () => begin(given), callback);
      return this.#mutex && !given?.transaction ? this.#mutex.run(once) : once();
    };
  }

  async #savepoint<T>(
    begin: (options: TransactionOptions) => Promise<Transaction>,
    options: TransactionOptions,
    work?: Work<T>,
  ): Promise<T | Transaction> {
    const savepoint = await begin(options);
    if (!work) return savepoint;
    try {
      const result = await work(savepoint);
      await savepoint.commit();
      return result;
    } catch (error) {
      await savepoint.rollback().catch(() => undefined);
      throw error;
    }
  }
}
