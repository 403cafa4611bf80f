import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sequelize } from 'sequelize-typescript';
import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import type { SchemaConnection } from '../schema/execution/schema-connection';
import { ClaimConnection, isConflict, isConnectionLost, isTaken } from './claim-connection';
import {
  atStatement,
  begun,
  type ClaimChange,
  createClaimTable,
  hasEnded,
  NOTHING_LEFT,
  OwnClaim,
  processOf,
  RENEWED,
  readClaim,
  type StoredClaim,
} from './claim-table';
import type { Direction } from './migration-table';

/** How long a claim is valid without being renewed: longer than a failover of a server takes. */
const LEASE_MS = 30_000;
/** Short, since a process that has ended is noticed by nothing else, and a migration that runs cannot be taken over. */
const LEASE_WITH_ONE_WRITER_MS = 5_000;
const RENEWALS_PER_LEASE = 3;
const RETRY_MS = 100;
const STATEMENT_CHARACTERS = 500;
/** Of the stored error: TEXT of MariaDB takes 65,535 bytes. */
const FAILURE_CHARACTERS = 10_000;

export interface ClaimOptions {
  readonly sequelize: Sequelize;
  readonly dialect: Dialect;
  /** The database, for messages. */
  readonly display: string;
  readonly waitMs: number;
  /** Called with a claim that has ended before its migration. @throws PersistenceError if it must not be taken over */
  readonly verifyTaken: (claim: StoredClaim) => void;
  /** Called with a claim that was taken over. */
  readonly onTaken: (claim: StoredClaim) => void;
}

/**
 * The right of this process to run the migrations of a database: a row that one process at a time has.
 *
 * It is committed before the first statement, renewed on a connection of its own, and names the statement that was begun
 * last. GET_LOCK would not do, since each node of a cluster keeps its own locks.
 */
export class MigrationClaim {
  readonly #claim: OwnClaim;
  readonly #connection: ClaimConnection;
  /** How long statements about the claim are repeated. */
  readonly #patienceMs: number;
  #timer?: NodeJS.Timeout;
  #retriedUntil = 0;
  #isKept = false;

  private constructor(private readonly options: ClaimOptions) {
    this.#connection = new ClaimConnection(options.sequelize);
    const { hasOneWriter } = options.dialect.transactions;
    this.#claim = new OwnClaim(options.dialect, hasOneWriter ? LEASE_WITH_ONE_WRITER_MS : LEASE_MS);
    this.#patienceMs = hasOneWriter ? options.waitMs : LEASE_MS;
  }

  /**
   * Waits until no other process runs migrations, and claims them.
   *
   * @throws PersistenceError MIGRATIONS_LOCKED when another process has the claim for longer than `waitMs`; whatever
   *   `verifyTaken` throws
   */
  static async acquire(options: ClaimOptions): Promise<MigrationClaim> {
    const claim = new MigrationClaim(options);
    try {
      await claim.#acquire();
      return claim;
    } catch (error) {
      await claim.#connection.close();
      throw error;
    }
  }

  async #acquire(): Promise<void> {
    const { dialect, display, waitMs } = this.options;
    const endsAt = performance.now() + waitMs;
    let holder: StoredClaim | undefined;
    const attempt = (work: () => Promise<boolean>) =>
      work().catch((error: unknown) => {
        if (isConflict(error) || isTaken(error)) return false;
        throw error;
      });
    const create = () => this.#connection.run((connection) => createClaimTable(connection, dialect).then(() => true));
    const take = async () => {
      holder = await this.#connection.run((connection) => readClaim(connection, dialect));
      return this.#take(holder);
    };
    for (let isCreated = false; ; await pause(RETRY_MS)) {
      const startedAt = performance.now();
      isCreated ||= await attempt(create);
      if (isCreated && (await attempt(take))) return this.#begin(startedAt);
      if (performance.now() >= endsAt)
        throw new PersistenceError('MIGRATIONS_LOCKED', [holderOf(holder), display, String(waitMs)]);
    }
  }

  async #take(holder: StoredClaim | undefined): Promise<boolean> {
    const { verifyTaken, onTaken } = this.options;
    if (!holder) {
      await this.#connection.run((connection) => this.#claim.insert(connection));
      return true;
    }
    if (!hasEnded(holder)) return false;
    verifyTaken(holder);
    const isOurs = await this.#connection.run((connection) => this.#claim.take(connection, holder));
    if (isOurs) onTaken(holder);
    return isOurs;
  }

  #begin(startedAt: number): void {
    this.#retriedUntil = startedAt + this.#patienceMs;
    // An error is not reported here: the next statement finds out whether the claim was lost.
    const renew = () => void this.#connection.run((connection) => this.#renew(connection)).catch(() => undefined);
    this.#timer = setInterval(renew, this.#claim.leaseMs / RENEWALS_PER_LEASE);
    this.#timer.unref();
  }

  /** Commits the name of the migration that runs next. @throws PersistenceError MIGRATION_CLAIM_LOST */
  begin(migration: string, direction: Direction): Promise<void> {
    return this.#change(begun(migration, direction));
  }

  /** Commits the number and the beginning of the statement that is sent next. @throws PersistenceError MIGRATION_CLAIM_LOST */
  beforeStatement(number: number, statement: string): Promise<void> {
    return this.#change(atStatement(number, statement.slice(0, STATEMENT_CHARACTERS)));
  }

  /** Renews the claim as part of the open transaction of a migration. @throws PersistenceError MIGRATION_CLAIM_LOST */
  async confirmIn(connection: SchemaConnection, change: ClaimChange = RENEWED): Promise<void> {
    if (!(await this.#renew(connection, change))) throw this.#lost();
  }

  /** Ends a migration together with its record, in the open transaction of the migration. @throws as {@link confirmIn} */
  async finishIn(connection: SchemaConnection, record: Recording): Promise<void> {
    await record(connection);
    await this.confirmIn(connection, NOTHING_LEFT);
  }

  /** Ends a migration together with its record, in a transaction. @throws as {@link confirmIn} */
  finish(record: Recording): Promise<void> {
    return this.#retried(() => this.#connection.inTransaction((connection) => this.finishIn(connection, record)));
  }

  /** Leaves the claim with the error, so that nobody runs migrations until somebody has looked at the tables. */
  async fail(failure: string): Promise<void> {
    this.#isKept = true;
    await this.#end((connection) => this.#claim.markFailed(connection, failure.slice(0, FAILURE_CHARACTERS)));
  }

  /** Lets other processes run migrations, unless one has failed. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isKept) await this.#end((connection) => this.#claim.delete(connection));
    await this.#connection.close();
  }

  /** If the database cannot be reached, the claim expires. */
  async #end(work: (connection: SchemaConnection) => Promise<unknown>): Promise<void> {
    await this.#retried(() => this.#connection.run(work)).catch(() => undefined);
  }

  #change(change: ClaimChange): Promise<void> {
    return this.#retried(() => this.#connection.run((connection) => this.confirmIn(connection, change)));
  }

  /** @returns whether this process still has the claim */
  async #renew(connection: SchemaConnection, change: ClaimChange = RENEWED): Promise<boolean> {
    const startedAt = performance.now();
    const isOwner = await this.#claim.change(connection, change);
    if (isOwner) this.#retriedUntil = startedAt + this.#patienceMs;
    return isOwner;
  }

  /** Repeats work while the claim may be valid, since the server may come back. @throws PersistenceError MIGRATION_CLAIM_LOST */
  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isConflict(error) && !isConnectionLost(error)) throw error;
        if (performance.now() >= this.#retriedUntil) throw this.#lost(error);
        await pause(RETRY_MS);
      }
    }
  }

  #lost(cause?: unknown): PersistenceError {
    const reason =
      cause instanceof Error
        ? `it could not be renewed in time: ${cause.message}`
        : 'it expired, or another process took it over';
    return new PersistenceError('MIGRATION_CLAIM_LOST', [this.options.display, reason], { cause });
  }
}

/** Writes or removes the record of a migration. */
type Recording = (connection: SchemaConnection) => Promise<void>;

function holderOf(claim: StoredClaim | undefined): string {
  if (!claim) return 'Another process';
  const place = claim.migration === undefined ? '' : `, in ${claim.migration}`;
  return `Another process (${processOf(claim)}${place})`;
}
