import { setTimeout as pause } from 'node:timers/promises';
import { deadlines, UNBOUNDED, type WorkObserver } from '../../foundation';
import { SILENT } from '../dialects/errors';
import { knownErrors } from '../dialects/known-errors';
import type { DriverCommand, DriverConnection, DriverError } from './driver-connection';
import type { KillQuery } from './kill-query';
import { type LockWaits, queuedError, type RunningStatement } from './lock-waits';
import { type StatementTimes, sessionSettings } from './session-settings';

/** How often running statements are looked at. */
const CHECK_INTERVAL_MS = 50;
/** A check that comes later than this was blocked by the process, and counts only this much time. */
const MAX_INTERVALS = 1.5;
/** The time in which the server may end a statement by itself, and in which it has to obey KILL QUERY. */
const GRACE_MS = 250;
/** A statement is ended as long before the deadline, so that the request is answered by then. */
const RESERVE_MS = 3 * GRACE_MS;

/** While a server stays read-only, its connections are not replaced at each write. */
const REPLACED_EVERY_MS = 1000;

/** Ended by KILL QUERY. */
const INTERRUPTED = 1317;

/**
 * The connections of a pool. A statement that takes too long is ended, on the server by `KILL QUERY` or else by giving up
 * its connection. A connection that was given up, or on which the server said that it cannot do its work, is replaced.
 */
export class WatchedConnections {
  readonly #watched = new Map<DriverConnection, WatchedConnection>();
  readonly #clock = new BlockedClock();
  #check?: NodeJS.Timeout;
  /** What was last heard before this is as silent as a connection that was given up. */
  #silentBeforeMs = Number.NEGATIVE_INFINITY;
  /** What was opened before this leads to a server that has been demoted. */
  #demotedBeforeMs = Number.NEGATIVE_INFINITY;

  /** How long a statement may take, with the time in which the server may end it by itself. */
  readonly boundMs: number;

  constructor(
    readonly times: StatementTimes,
    readonly lockWaits: LockWaits,
    private readonly kill: KillQuery,
  ) {
    const { statementTimeoutMs } = times;
    this.boundMs = statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : Number.POSITIVE_INFINITY;
  }

  /**
   * Watches a new connection.
   *
   * @returns the bounds that its session has to have, as assignments for `SET SESSION`
   */
  add(connection: DriverConnection): string {
    const isUnbounded = deadlines.getStore() === UNBOUNDED;
    this.#watched.set(connection, new WatchedConnection(connection, this, this.#clock, isUnbounded));
    connection.stream.once('close', () => this.#remove(connection));
    if (!this.#check) {
      this.#clock.start();
      this.#check = setInterval(() => this.#endLate(), CHECK_INTERVAL_MS).unref();
    }
    return sessionSettings(connection, isUnbounded ? NO_BOUNDS : this.times);
  }

  /** Whether a connection of the pool may be used again. */
  isUsable(connection: DriverConnection): boolean {
    const watched = this.#watched.get(connection);
    if (watched === undefined) return true;
    const { isRetired, heardAtMs, openedAtMs } = watched;
    return !isRetired && heardAtMs >= this.#silentBeforeMs && openedAtMs > this.#demotedBeforeMs;
  }

  /** A connection leads to a server that has been demoted: the others would read what is out of date, and reject writes. */
  replaceAll(): void {
    const { nowMs } = this.#clock;
    if (nowMs - this.#demotedBeforeMs >= REPLACED_EVERY_MS) this.#demotedBeforeMs = nowMs;
  }

  #remove(connection: DriverConnection): void {
    this.#watched.delete(connection);
    if (this.#watched.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  /** Sends a command, unless its unit has to wait for a lock without the connection. */
  send(command: DriverCommand, add: () => DriverCommand): DriverCommand {
    if (!this.lockWaits.mustQueue(command)) return add();
    process.nextTick(() => command.onResult?.(queuedError()));
    return command;
  }

  #endLate(): void {
    this.#clock.tick();
    this.#endQueued();
    for (const watched of this.#watched.values()) {
      const late = watched.takeLate();
      if (late) void this.#end(watched, late);
    }
  }

  /** Ends statements that wait for locks beyond the share of the pool. */
  #endQueued(): void {
    const running = [...this.#watched.values()].flatMap((watched) => watched.running ?? []);
    for (const command of this.lockWaits.update(running)) {
      const watched = [...this.#watched.values()].find((one) => one.isRunning(command))!;
      watched.queue();
      void this.#kill(watched, command);
    }
  }

  #kill({ connection }: WatchedConnection, { sql = '' }: DriverCommand): Promise<void> {
    return this.kill(connection.threadId, sql).catch(() => undefined);
  }

  async #end(watched: WatchedConnection, command: DriverCommand): Promise<void> {
    const sentAtMs = watched.sentAtMs(command);
    // Whether an interrupted COMMIT has happened is not known.
    if (!isCommit(command)) {
      await Promise.race([this.#kill(watched, command), pause(GRACE_MS)]);
      if (watched.isRunning(command)) await pause(GRACE_MS);
    }
    if (!watched.isRunning(command)) return;
    this.#silentBeforeMs = Math.max(this.#silentBeforeMs, sentAtMs);
    watched.giveUp();
  }
}

/** Milliseconds in which the process ran: while it is blocked, no answer can be received. */
class BlockedClock {
  #tickedAtMs = performance.now();
  /** The time in which it was blocked. */
  lostMs = 0;

  /** Begins to tick. The time since the last tick counts, since nobody was blocked. */
  start(): void {
    this.#tickedAtMs = performance.now();
  }

  get nowMs(): number {
    return performance.now() - this.lostMs;
  }

  tick(): void {
    const nowMs = performance.now();
    this.lostMs += Math.max(0, nowMs - this.#tickedAtMs - MAX_INTERVALS * CHECK_INTERVAL_MS);
    this.#tickedAtMs = nowMs;
  }
}

/** When a command was sent, and by when it has to be done; undefined for no bound. */
interface Times {
  readonly sentMs: number;
  dueMs: number | undefined;
  readonly mayQueue: boolean;
  /** Of the request that the command is sent for. */
  readonly observer: WorkObserver | undefined;
  /** What the observer is to receive with the result. */
  readonly sent: unknown;
}

class WatchedConnection {
  /** Whether it must not be used any more. */
  isRetired = false;
  /** When a command was sent that has been answered. */
  heardAtMs: number;
  readonly openedAtMs: number;
  #isNotReady = false;
  #isQueued = false;
  /** The last command that was sent while no other one was unanswered. */
  #command?: DriverCommand;
  #times?: Times;
  #onResult: DriverCommand['onResult'];
  /** Receives the response to {@link #command}. One function for all commands costs much less than one for each. */
  readonly #answer: DriverCommand['onResult'] = (error, rows, fields) => {
    const onResult = this.#onResult;
    this.#onResult = undefined;
    onResult?.call(this.#command!, this.#noted(error, this.#command!, this.#times!), rows, fields);
  };
  /** The commands that were sent while another one was unanswered. */
  readonly #next = new Map<DriverCommand, Times>();

  constructor(
    readonly connection: DriverConnection,
    private readonly all: Pick<WatchedConnections, 'times' | 'boundMs' | 'lockWaits' | 'send' | 'replaceAll'>,
    private readonly clock: BlockedClock,
    private isUnbounded: boolean,
  ) {
    this.openedAtMs = this.heardAtMs = clock.nowMs;
    const add = connection.addCommand;
    connection.addCommand = (command) => {
      this.#bound(command);
      return all.lockWaits.isFull
        ? all.send(command, () => add.call(connection, command))
        : add.call(connection, command);
    };
  }

  /** The command that is due by now, once. */
  takeLate(): DriverCommand | undefined {
    const command = this.connection._command;
    const times = command && this.#timesOf(command);
    if (!times || times.dueMs === undefined || this.clock.nowMs < times.dueMs) return undefined;
    times.dueMs = Number.POSITIVE_INFINITY;
    // What ends this statement could also end the next one.
    this.isRetired = true;
    return command;
  }

  /** The statement that runs, if it has a bound. */
  get running(): RunningStatement | undefined {
    const command = this.connection._command;
    const times = command?.sql ? this.#timesOf(command) : undefined;
    if (times?.dueMs === undefined || this.#isQueued) return undefined;
    return { command: command!, runsMs: this.clock.nowMs - times.sentMs, mayQueue: times.mayQueue };
  }

  /** Makes the unit of the running statement, which is to be ended, wait without a connection. */
  queue(): void {
    this.#isQueued = true;
    this.isRetired = true;
  }

  isRunning(command: DriverCommand): boolean {
    return this.connection._command === command;
  }

  sentAtMs(command: DriverCommand): number {
    return this.#timesOf(command)!.sentMs;
  }

  giveUp(): void {
    const message = `The database has not answered in time (db.statementTimeoutMs, limits.deadlineMs).`;
    this.connection.stream.destroy(Object.assign(new Error(message), { code: SILENT }));
  }

  /** Runs for each statement of each request. */
  #bound(command: DriverCommand): void {
    const deadline = deadlines.getStore();
    const isUnbounded = deadline === UNBOUNDED;
    if (isUnbounded !== this.isUnbounded) this.#setBounds(isUnbounded);
    const nowMs = performance.now();
    const leftMs = deadline
      ? Math.min(this.all.boundMs, Math.max(deadline.atMs - nowMs - RESERVE_MS, GRACE_MS))
      : this.all.boundMs;
    const sentMs = nowMs - this.clock.lostMs;
    const { mayQueue } = this.all.lockWaits;
    const dueMs = isUnbounded ? undefined : sentMs + leftMs;
    const { onResult } = command;
    // Nobody waits for its answer.
    if (!onResult) return;
    const observer = deadline?.observer;
    const times = { sentMs, dueMs, mayQueue, observer, sent: command.sql ? observer?.sending?.() : undefined };
    if (this.#onResult) return this.#boundNext(command, onResult, times);
    this.#command = command;
    this.#times = times;
    this.#onResult = onResult;
    command.onResult = this.#answer;
  }

  /** Of a command that is sent before another one is answered. */
  #boundNext(command: DriverCommand, onResult: NonNullable<DriverCommand['onResult']>, times: Times): void {
    this.#next.set(command, times);
    command.onResult = (error, rows, fields) => {
      this.#next.delete(command);
      onResult.call(command, this.#noted(error, command, times), rows, fields);
    };
  }

  #setBounds(isUnbounded: boolean): void {
    this.isUnbounded = isUnbounded;
    const settings = sessionSettings(this.connection, isUnbounded ? NO_BOUNDS : this.all.times);
    this.connection.query(`SET SESSION ${settings}`, () => undefined);
  }

  #timesOf(command: DriverCommand): Times | undefined {
    return command === this.#command ? this.#times : this.#next.get(command);
  }

  /** Notes what the answer says of the server. @returns the error for the sender of the command */
  #noted(error: DriverError | null, command: DriverCommand, { sentMs, observer, sent }: Times): DriverError | null {
    this.heardAtMs = sentMs;
    if (observer && command.sql) observer.statement(command.sql, this.clock.nowMs - sentMs, error ?? undefined, sent);
    if (!error) {
      this.#isNotReady = false;
      return error;
    }
    const meaning = knownErrors.meaningOf(error);
    const outage = meaning?.kind === 'unavailable' ? meaning.outage : undefined;
    const isDemoted = outage === 'readOnly';
    if (isDemoted) this.all.replaceAll();
    const isNotReady = outage === 'outsideCluster';
    if (isDemoted || (isNotReady && this.#isNotReady)) this.isRetired = true;
    this.#isNotReady = isNotReady;
    // What ends the statement may end the next one, if it has just got its lock.
    const isEnded = this.#isQueued && error.errno === INTERRUPTED && !isCommit(command);
    return isEnded ? queuedError() : error;
  }
}

const NO_BOUNDS: StatementTimes = { statementTimeoutMs: 0 };

function isCommit({ sql }: DriverCommand): boolean {
  return sql !== undefined && /^\s*COMMIT\b/i.test(sql);
}
