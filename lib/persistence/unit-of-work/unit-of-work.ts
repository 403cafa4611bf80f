import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sequelize, Transaction } from 'sequelize';
import { DeadlineError, deadlines } from '../../foundation';
import { PersistenceError, UnitOfWorkEndedError } from '../errors';
import type { DomainModel, Entity, FieldValues } from '../models/domain-model';
import type { BegunTransaction } from '../sequelize/transaction';
import { endsTransaction } from './database-faults';
import { inheritedTransaction } from './inherited-transaction';
import { InsertedRows, type RowsByModel } from './inserted-rows';
import { Journal } from './journal';
import { Mutex } from './mutex';
import { gateOf } from './write-gate';

/** An open transaction, or a savepoint of it; calls of models inside its work take part in it. */
export class UnitOfWork {
  readonly #turns = new Mutex();
  /** Whether it rejects statements that write. */
  readonly isReadOnly: boolean;
  /** Whether units inside it are savepoints, even without the option. */
  usesSavepoints = false;
  /** Runs before the next statement, once. */
  beforeStatement?: (() => Promise<void>) | undefined;
  /** Whether it ends with a single write, which needs no transaction unless something was sent before. */
  isSolo = false;
  /** Whether rows need no check inside a transaction, so that a solo unit may end with their INSERT; all if undefined. */
  acceptsAlone?: (model: DomainModel, rows: readonly FieldValues[]) => boolean | Promise<boolean>;
  #isAtLastWrite = false;
  /** The rows that the transaction has inserted, if they are kept; on the root. */
  inserted?: InsertedRows;
  /** Whether the rows of its writes are noted in its journal. Savepoints that are opened later do as the unit around them. */
  keepsRows: boolean;
  #journal?: Journal;
  readonly #savepoints = new Mutex();
  /** Savepoints of this unit that domain code has opened without a callback, and not yet ended. */
  readonly openSavepoints = new Set<UnitOfWork>();
  /** The number of statements sent; kept on the root. */
  #sent = 0;
  /** The number of those that write; kept on the root. */
  #writes = 0;
  /** The numbers of its last write, and of the last savepoint, among the statements; the second is kept on the root. */
  #lastWrite = 0;
  #lastSavepoint = 0;
  /** The number of the statement that opened this savepoint. */
  readonly #openedAt: number;
  #isEnded = false;
  #failure?: unknown;
  /** Set until the transaction of the unit is begun. */
  #beginning?: Beginning;
  /** Makes a unit that begins at its first statement as it was before that. */
  #reset?: () => void;

  /**
   * @param outer     the unit of the code that has opened this one, possibly of another database
   * @param enclosing the unit that this one is a savepoint or a part of
   */
  constructor(
    readonly sequelize: Sequelize,
    private begun: Transaction,
    readonly outer?: UnitOfWork,
    readonly enclosing?: UnitOfWork,
    isReadOnly = (begun as BegunTransaction).options.readOnly === true,
  ) {
    this.isReadOnly = isReadOnly || enclosing?.isReadOnly === true;
    this.keepsRows = enclosing?.keepsRows === true;
    this.#openedAt = this.root.#lastSavepoint;
  }

  /** Of a unit that begins at its first statement, a stand-in until then. */
  get transaction(): Transaction {
    return this.begun;
  }

  /** Makes the first statement of this unit begin its transaction. */
  beginLater(begin: () => Promise<Transaction>): void {
    const standIn = this.begun;
    this.#reset = () => {
      this.begun = standIn;
      this.#beginning = new Beginning(begin);
      this.#failure = undefined;
    };
    this.#reset();
  }

  /** Whether the transaction may begin again after a savepoint in it has failed: nothing was written around that one. */
  get mayBeginAgain(): boolean {
    return this.#reset !== undefined && this.#lastWrite === 0 && this.openSavepoints.size === 0 && !this.#isEnded;
  }

  /** Rolls back, so that the next statement begins the transaction again. */
  beginAgain(): Promise<void> {
    return this.#turns.run(async () => {
      if (this.isWaiting) return;
      await this.begun.rollback().catch(() => undefined);
      this.#reset!();
    });
  }

  /** Called before the write with which a solo unit ends. */
  endWithNextWrite(): void {
    this.#isAtLastWrite = true;
  }

  /** Whether the next write is the only statement of the unit, and needs no transaction. */
  get sendsAlone(): boolean {
    return this.isSolo && this.#isAtLastWrite && this.isWaiting;
  }

  /** Whether no statement has begun the transaction yet. */
  get isWaiting(): boolean {
    return this.#beginning !== undefined;
  }

  /** Begins the transaction, unless that has been done. @throws UnitOfWorkEndedError if the unit ends meanwhile */
  async begin(): Promise<void> {
    const beginning = this.#beginning;
    if (!beginning) return;
    const transaction = await beginning.run();
    if (this.#beginning !== beginning) return;
    this.#beginning = undefined;
    this.begun = transaction;
    this.adopt(transaction);
  }

  /** Waits for a statement that has begun the transaction and was not awaited. */
  async settleBeginning(): Promise<void> {
    if (this.#beginning?.isRunning) await this.begin().catch(() => undefined);
  }

  /** Makes statements with the option `transaction` part of this unit. */
  adopt(transaction: Transaction): void {
    units.set(transaction, this);
  }

  /**
   * Runs one statement of this unit after those before it. Once the database has ended the transaction no other statement
   * may run, since it would be outside the transaction.
   *
   * @throws UnitOfWorkEndedError when the unit did not wait for it
   * @throws DeadlineError
   */
  statement<T>(effect: StatementEffect, run: () => Promise<T>): Promise<T> {
    const { root } = this;
    const first = root.beforeStatement;
    if (first) {
      root.beforeStatement = undefined;
      return first().then(() => this.statement(effect, run));
    }
    return root.#turns.run(async () => {
      this.verifyOpen();
      if (root.#beginning) {
        await root.begin();
        this.verifyOpen();
      }
      root.#sent += 1;
      if (effect === 'savepoint') root.#lastSavepoint = root.#sent;
      if (effect === 'write') {
        this.#lastWrite = root.#sent;
        root.#writes += 1;
      }
      try {
        return await run();
      } catch (error) {
        if (endsTransaction(error)) this.root.#failure = error;
        throw error;
      }
    });
  }

  /**
   * Runs a savepoint of this unit after those before it: rolling one back would roll back later ones too. Code inside a
   * savepoint does not wait for that one.
   */
  savepoint<T>(run: () => Promise<T>): Promise<T> {
    return isBelow(currentUnit(this.sequelize), this) ? run() : this.#savepoints.run(run);
  }

  /**
   * Makes the whole unit fail if the rollback of this savepoint has included writes of the units around it, or of later
   * savepoints of these.
   */
  failForLostWrites(): void {
    for (let unit = this.enclosing; unit; unit = unit.enclosing) {
      const writers = [unit, ...unit.openSavepoints].filter((writer) => writer !== this);
      const areLost = writers.some((writer) => writer.#lastWrite > this.#openedAt);
      if (areLost) this.root.#failure ??= new PersistenceError('UNIT_WRITE_LOST', []);
    }
  }

  /** Makes the work and the writes of this savepoint, which is released, part of the unit around it. */
  release(): void {
    const { enclosing } = this;
    if (!enclosing) return;
    enclosing.#lastWrite = Math.max(enclosing.#lastWrite, this.#lastWrite);
    if (this.#journal) enclosing.openJournal().takeOver(this.#journal);
  }

  /** @throws UnitOfWorkEndedError, DeadlineError, or the error that has ended the transaction */
  verifyOpen(): void {
    const deadline = deadlines.getStore();
    if (deadline && performance.now() > deadline.atMs) throw new DeadlineError(deadline);
    if (this.#isEnded || this.root.#isEnded) throw new UnitOfWorkEndedError();
    // Work may have caught the error.
    if (this.root.#failure !== undefined) throw this.root.#failure;
  }

  /** The number of statements of the whole transaction, so far. */
  get sent(): number {
    return this.root.#sent;
  }

  /** The number of statements of the whole transaction that write, so far. */
  get writes(): number {
    return this.root.#writes;
  }

  /** Keeps the rows that the transaction inserts from now on, unless something was sent before. */
  keepInserted(): void {
    const { root } = this;
    if (root.#sent === 0) root.inserted ??= new InsertedRows();
  }

  /** All rows that the transaction has written; undefined unless they are kept, and nothing but their INSERTs was sent. */
  get allInserted(): RowsByModel | undefined {
    const { root } = this;
    return root.#turns.isIdle ? root.inserted?.all(root.#sent) : undefined;
  }

  /** Whether the database has ended the transaction. */
  get hasFailed(): boolean {
    return this.root.#failure !== undefined;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Undefined as long as nothing is noted. */
  get journal(): Journal | undefined {
    return this.#journal;
  }

  openJournal(): Journal {
    this.#journal ??= new Journal(this.enclosing?.openJournal());
    return this.#journal;
  }

  /** Does what the journal makes necessary before COMMIT; an error rolls the unit back. */
  async beforeCommit(): Promise<void> {
    const journal = this.#journal;
    if (journal) await runInside(this, async () => gateOf(this.sequelize)?.beforeCommit(journal));
  }

  /** Remembers the state of an instance that is about to be changed or saved in this unit. */
  remember(instance: Entity): void {
    this.openJournal().instances.remember(instance);
  }

  /** Restores the states that instances had before this unit. */
  restoreInstances(): void {
    this.#journal?.instances.restore();
  }

  /** The unit of the whole transaction: the outermost one of nested savepoints and parts. */
  get root(): UnitOfWork {
    return this.enclosing?.root ?? this;
  }
}

/** The beginning of a transaction, which several statements may wait for. A further one tries again after an error. */
class Beginning {
  #running?: Promise<Transaction>;

  constructor(private readonly start: () => Promise<Transaction>) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  run(): Promise<Transaction> {
    this.#running ??= this.start().catch((error) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }
}

/** The effect of a statement on the transaction. */
export type StatementEffect = 'read' | 'write' | 'savepoint';

function isBelow(unit: UnitOfWork | undefined, other: UnitOfWork): boolean {
  return unit !== undefined && (unit.enclosing === other || isBelow(unit.enclosing, other));
}

const units = new WeakMap<Transaction, UnitOfWork>();
const running = new AsyncLocalStorage<UnitOfWork>();

/** The unit of work of the calling code, of any database. */
export function innermostUnit(): UnitOfWork | undefined {
  return running.getStore();
}

/** Runs code as part of a unit. */
export function runInside<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return running.run(unit, work);
}

/** The unit of work of the calling code on that database. */
export function currentUnit(sequelize: Sequelize): UnitOfWork | undefined {
  let unit = running.getStore();
  while (unit && unit.sequelize !== sequelize) unit = unit.outer;
  return unit;
}

/**
 * The unit of work on that database that a call takes part in.
 *
 * @param given the call's option `transaction`: undefined joins the surrounding unit, `null` takes part in none
 */
export function unitFor(sequelize: Sequelize, given: Transaction | null | undefined): UnitOfWork | undefined {
  if (given === null) return undefined;
  if (!given) return currentUnit(sequelize);
  // Sequelize adds the transaction of a namespace itself; the innermost unit may be a part of that transaction.
  const inner = given === inheritedTransaction() ? currentUnit(sequelize) : undefined;
  return inner ?? units.get(given);
}

/** The transaction of a statement: that of its unit, once that has begun, unless it is given. */
export function begunTransaction(unit: UnitOfWork, given: Transaction | null | undefined): Transaction {
  return given ? (units.get(given)?.transaction ?? given) : unit.root.transaction;
}

/** The option `transaction` of the current unit, for writes whose hooks look for it. */
export function inUnit({ sequelize }: DomainModel): { readonly transaction?: Transaction } {
  const unit = currentUnit(sequelize!);
  return unit ? { transaction: unit.transaction } : {};
}
