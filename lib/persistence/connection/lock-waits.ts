import { AsyncLocalStorage } from 'node:async_hooks';
import { grouped, remainingMs } from '../../foundation';
import type { DriverCommand, DriverError } from './driver-connection';

/** Of several statements that lock the same rows, the others wait if one has run longer than this. */
const WAITING_MS = 100;
/** A statement that takes locks and has run longer than this waits for a lock, also if it is the only one for its rows. */
const WAITING_ALONE_MS = 1000;
/** The lock timeout of the servers. */
const LOCK_TIMEOUT = 1205;
/** The code of the error of a statement that was not let wait for a lock. */
const QUEUED = 'LOCK_QUEUED';

/** A statement that runs. */
export interface RunningStatement {
  readonly command: DriverCommand;
  readonly runsMs: number;
  /** Whether its unit can wait without a connection, and be repeated. */
  readonly mayQueue: boolean;
}

/** A unit that waits without a connection. */
interface Waiter {
  readonly arrivedAtMs: number;
  resolve(isItsTurn: boolean): void;
}

/** An attempt of one database, possibly inside that of another. */
interface Attempt {
  readonly waits: LockWaits;
  readonly outer: Attempt | undefined;
}

/** One for all databases: before Node 24, each storage that has ever run makes each promise and timer dearer. */
const attempts = new AsyncLocalStorage<Attempt>();

/**
 * The waits of statements for the locks of other transactions. A share of the pool waits in the database. Further units that
 * would wait for the same rows wait here, without a connection and in the order of their arrival.
 */
export class LockWaits {
  /** The rows that statements wait for; one entry for each statement. */
  #waitedFor: readonly string[] = [];
  readonly #queue: Waiter[] = [];

  /** @param share  the most connections that wait for locks at a time */
  constructor(private readonly share: number) {}

  /** Runs work that is repeated, after its turn has come, if it is not let wait in the database. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return attempts.run({ waits: this, outer: attempts.getStore() }, work);
  }

  /** Whether the calling code is part of an {@link attempt}: transactions of an application's own are not. */
  get mayQueue(): boolean {
    let attempt = attempts.getStore();
    while (attempt && attempt.waits !== this) attempt = attempt.outer;
    return attempt !== undefined;
  }

  /**
   * Notes the statements that run now, and lets units go on in place of those that wait no longer.
   *
   * @returns the statements beyond the share, which have to be ended
   */
  update(running: readonly RunningStatement[]): readonly DriverCommand[] {
    const locking = running.filter(({ command }) => takesLocks(command));
    const waiting = waitingAmong(locking, this.#queue.length > 0 ? WAITING_MS : WAITING_ALONE_MS);
    this.#waitedFor = waiting.map(({ command }) => lockedRows(command));
    for (let free = this.share - waiting.length; free > 0 && this.#queue.length > 0; free--)
      this.#queue.shift()!.resolve(true);
    const beyond = waiting.slice(this.share).filter(({ mayQueue }) => mayQueue);
    return beyond.map(({ command }) => command);
  }

  /** Whether a whole share of the pool waits. */
  get isFull(): boolean {
    return this.#waitedFor.length >= this.share;
  }

  /** Whether a statement would wait for rows that a whole share of the pool waits for. */
  mustQueue(command: DriverCommand): boolean {
    return this.isFull && this.mayQueue && takesLocks(command) && this.#waitedFor.includes(lockedRows(command));
  }

  /**
   * Waits for the turn of a unit, at most until the deadline of its request.
   *
   * @param arrivedAtMs  those that came first go on first
   * @param waitMs       the longest wait without a deadline
   * @returns whether it has come in time
   */
  turn(arrivedAtMs: number, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        arrivedAtMs,
        resolve: (isItsTurn) => {
          clearTimeout(timer);
          resolve(isItsTurn);
        },
      };
      const leftMs = Number.isFinite(remainingMs()) ? remainingMs() : waitMs;
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        resolve(false);
      }, leftMs);
      const place = this.#queue.findIndex((other) => other.arrivedAtMs > arrivedAtMs);
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, waiter);
    });
  }
}

/**
 * Those that wait for locks, the oldest first. Others may be slow for another reason, such as a busy disk.
 *
 * @param aloneMs  how long the only statement for its rows has to run
 */
function waitingAmong(locking: readonly RunningStatement[], aloneMs: number): RunningStatement[] {
  const oldestFirst = [...locking].sort((first, second) => second.runsMs - first.runsMs);
  const byRows = grouped(oldestFirst, ({ command }) => lockedRows(command));
  const isWaiting = ([oldest, ...others]: [RunningStatement, ...RunningStatement[]]) =>
    oldest.runsMs > (others.length > 0 ? WAITING_MS : aloneMs);
  const waiting = [...byRows.values()].filter(isWaiting).flat();
  return waiting.sort((first, second) => second.runsMs - first.runsMs);
}

/** The error of a statement that is not let wait in the database. */
export function queuedError(): DriverError {
  const message = 'As many connections wait for locks as may (db.pool.maxLockWaits)';
  return Object.assign(new Error(message), { code: QUEUED, errno: LOCK_TIMEOUT });
}

/** Whether the unit of a failed statement has to wait for its turn without a connection. */
export function isQueued(error: unknown): boolean {
  return (error as { readonly parent?: DriverError } | undefined)?.parent?.code === QUEUED;
}

/** As long as the longest clause of a locking read: `LOCK IN SHARE MODE SKIP LOCKED;`. */
const CLAUSE_LENGTH = 32;
const LOCKING_CLAUSE = / (?:FOR UPDATE|FOR SHARE|LOCK IN SHARE MODE)\b/;

function takesLocks({ sql = '' }: DriverCommand): boolean {
  return /^\s*(?:UPDATE|DELETE|INSERT|REPLACE)\b/i.test(sql) || isLockingRead(sql.slice(-CLAUSE_LENGTH));
}

/** Whether a statement ends in a locking clause, and not in a text that looks like one. */
function isLockingRead(end: string): boolean {
  const start = LOCKING_CLAUSE.exec(end)?.index;
  return start !== undefined && !/['"`]/.test(end.slice(start));
}

/** The same text for statements of one kind that lock the same rows: table and conditions. */
function lockedRows({ sql = '' }: DriverCommand): string {
  const change = sql.indexOf(' SET ');
  if (!/^\s*UPDATE\b/i.test(sql) || change < 0) return sql.slice(Math.max(0, sql.indexOf(' FROM ')));
  return sql.slice(0, change) + sql.slice(Math.max(change, sql.lastIndexOf(' WHERE ')));
}
