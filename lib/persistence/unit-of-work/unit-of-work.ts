import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sequelize, Transaction } from 'sequelize';
import { UnitOfWorkEndedError } from '../errors';
import type { DomainModel, Entity } from '../models/domain-model';
import type { BeforeCommit } from './before-commit';
import { endsTransaction } from './database-faults';
import { InstanceStates } from './instance-states';
import { Mutex } from './mutex';
import type { WrittenRows } from './written-rows';

/** One transaction, or one savepoint of it, while it is open; active-record calls made inside it find it and take part. */
export class UnitOfWork {
  readonly #turns = new Mutex();
  readonly #states = new InstanceStates();
  /** Whether its statements may only read. */
  readonly isReadOnly: boolean;
  /** The turns of the units inside it, where these are savepoints: one that is rolled back takes later ones with it. */
  savepoints?: Mutex;
  /** Undefined as long as there is nothing to do. */
  beforeCommit?: BeforeCommit;
  /** Of a root whose writes are told afterwards. */
  written?: WrittenRows;
  #isEnded = false;
  #failure?: unknown;

  /**
   * @param outer of the code that has opened this one, whatever its database
   * @param enclosing whose savepoint, or whose part this one is
   */
  constructor(
    readonly sequelize: Sequelize,
    readonly transaction: Transaction,
    readonly outer?: UnitOfWork,
    readonly enclosing?: UnitOfWork,
    isReadOnly = (transaction as Opened).options?.readOnly === true,
  ) {
    this.isReadOnly = isReadOnly || enclosing?.isReadOnly === true;
  }

  /** Statements that are given the transaction are statements of this unit. */
  adopt(transaction: Transaction): void {
    units.set(transaction, this);
  }

  /**
   * Runs one statement of this unit, when those before it are done. Once the database has ended the transaction no
   * other statement may run: it would stand outside it.
   *
   * @throws UnitOfWorkEndedError when the unit did not wait for it
   */
  statement<T>(run: () => Promise<T>): Promise<T> {
    return this.root.#turns.run(async () => {
      this.verifyOpen();
      try {
        return await run();
      } catch (error) {
        if (endsTransaction(error)) this.root.#failure = error;
        throw error;
      }
    });
  }

  /** @throws UnitOfWorkEndedError, or what has ended the transaction */
  verifyOpen(): void {
    if (this.#isEnded || this.root.#isEnded) throw new UnitOfWorkEndedError();
    this.rethrowFailure();
  }

  /** For work that caught the error which ended its transaction, and went on. */
  rethrowFailure(): void {
    const { root } = this;
    if (root.#failure !== undefined) throw root.#failure;
  }

  /** Whether the database has ended the transaction. */
  get hasFailed(): boolean {
    return this.root.#failure !== undefined;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Keeps what an instance is, which is about to be changed or saved in this unit. */
  remember(instance: Entity): void {
    if (this.#states.has(instance)) return;
    this.#states.remember(instance);
    this.enclosing?.remember(instance);
  }

  /** For an instance that is saved whatever becomes of this unit. */
  forget(instance: Entity): void {
    this.#states.forget(instance);
    this.enclosing?.forget(instance);
  }

  /** Makes the instances what they were before this unit. */
  restoreInstances(): void {
    this.#states.restore();
  }

  /** The unit whose transaction this one is a savepoint of, at whatever depth; else itself. */
  get root(): UnitOfWork {
    return this.enclosing?.root ?? this;
  }
}

/** Sequelize's types leave out how a transaction was opened. */
interface Opened {
  readonly options?: { readonly readOnly?: boolean };
}

const units = new WeakMap<Transaction, UnitOfWork>();
const running = new AsyncLocalStorage<UnitOfWork>();

/** The unit of work, on whatever database, which the calling code is part of. */
export function innermostUnit(): UnitOfWork | undefined {
  return running.getStore();
}

/** Runs code as part of a unit. */
export function runInside<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return running.run(unit, work);
}

/** The unit of work on that database which the calling code is part of. */
export function currentUnit(sequelize: Sequelize): UnitOfWork | undefined {
  let unit = running.getStore();
  while (unit && unit.sequelize !== sequelize) unit = unit.outer;
  return unit;
}

/**
 * The unit of work on that database which a call takes part in.
 *
 * @param given the call's option `transaction`: without one the call joins the unit that surrounds it, `null` leaves it
 */
export function unitFor(sequelize: Sequelize, given: Transaction | null | undefined): UnitOfWork | undefined {
  if (given === null) return undefined;
  return given ? units.get(given) : currentUnit(sequelize);
}

/** Units of transactions that domain code opens and ends itself. */
const foreign = new WeakMap<Transaction, UnitOfWork>();

/** Work to do before COMMIT of a transaction that is no unit of work, and ends when its owner says so. */
export function foreignUnit(sequelize: Sequelize, given: Transaction & { readonly parent?: Transaction }): UnitOfWork {
  let transaction: Transaction & { readonly parent?: Transaction } = given;
  while (transaction.parent) transaction = transaction.parent;
  const before = foreign.get(transaction);
  if (before) return before;
  const unit = new UnitOfWork(sequelize, transaction);
  foreign.set(transaction, unit);
  const commit = transaction.commit.bind(transaction);
  transaction.commit = async () => {
    try {
      await runInside(unit, async () => unit.beforeCommit?.run());
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      unit.end();
    }
    return commit();
  };
  return unit;
}

/** The option of a write whose hooks are to find the transaction that it takes part in. */
export function inUnit({ sequelize }: DomainModel): { readonly transaction?: Transaction } {
  const unit = currentUnit(sequelize!);
  return unit ? { transaction: unit.transaction } : {};
}
