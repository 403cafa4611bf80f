import { REFUSAL_MS } from './refusal-pause';

/** The bounds of a limit, and the longest wait of what it keeps out. */
export interface LimitOptions {
  readonly min: number;
  readonly max: number;
  readonly queueMs: number;
}

/** The limit to begin with, and the least one while the event loop has room: the database may have more connections. */
const FIRST_LIMIT = 16;
/** From this share of busy time on, more requests at a time only make each of them slower. */
const SATURATED = 0.95;
/** The work of the event loop that may be begun while it is saturated: so long others wait for their turn. */
const BEGUN_MS = 36;
/** Below this share, the event loop has room for more. */
const ROOM = 0.9;
const DECREASE = 0.85;
const INCREASE = 1.5;
/** Requests may take so much longer than usual before the limit is lowered. */
const TOLERANCE = 1.5;
/** What the limit grows by if requests take no longer. */
const HEADROOM = 2;
/** The weight of the last review in the work of a request. */
const WEIGHT = 0.3;
/** A request that takes so much longer than usual, or than others if the event loop is busy, waits for something. */
const WAITING_TIMES = 4;
const WAITING_MS = { least: 30, most: 250 };
/** Requests that take longer than this part of the longest wait, and several times longer than usual, are too many. */
const SLOW_PART = 1 / 2;
const SLOW_TIMES = 3;

/**
 * How many requests may be worked on at a time, learned from those that end while others wait: from the work that they are
 * for the event loop if that is busy all the time, otherwise from how much longer they take than usual.
 */
export class LearnedLimit {
  value: number;
  /** How long the event loop is busy with one request, on average. */
  #workMs?: number;
  /** What has happened since the last review. */
  #since = nothing();
  #waits = WAITING_MS;

  constructor(private readonly options: LimitOptions) {
    this.value = Math.min(options.max, Math.max(options.min, FIRST_LIMIT));
  }

  /** Forgets what has happened since the last review. */
  begin(): void {
    this.#since = nothing();
  }

  noteEnded(tookMs: number, usualMs: number): void {
    this.#since.count++;
    this.#since.tookMs += tookMs;
    this.#since.usualMs += usualMs;
  }

  noteRefused(): void {
    this.#since.refused++;
  }

  /** @param busyMs  how long the event loop was busy in the time */
  review(busyMs: number, timeMs: number): void {
    const busyShare = busyMs / timeMs;
    this.#learnWork(busyMs);
    this.#learnWaits(busyShare);
    if (busyShare > SATURATED) this.#followWork();
    else if (busyShare < ROOM) this.#followTimes();
    this.begin();
  }

  /** How long a request takes at most unless it waits, as for a lock; as of the last review. */
  waitsAfterMs(usualMs = 0): number {
    return Math.min(this.#waits.most, Math.max(this.#waits.least, usualMs * WAITING_TIMES));
  }

  /** At most the time that a request takes under little load: the rest is the work of refusals, which is not measured. */
  #learnWork(busyMs: number): void {
    const { count, refused, usualMs } = this.#since;
    if (count === 0) return;
    const workMs = Math.min(usualMs / count, Math.max(REFUSAL_MS, (busyMs - refused * REFUSAL_MS) / count));
    this.#workMs = (this.#workMs ?? workMs) * (1 - WEIGHT) + workMs * WEIGHT;
  }

  /** If all requests are slow, none of them waits for something of its own. */
  #learnWaits(busyShare: number): void {
    const { count, tookMs, usualMs } = this.#since;
    const areSlow = tookMs > Math.max(count * WAITING_MS.least, usualMs * SLOW_TIMES);
    const times = count === 0 ? 0 : (tookMs / count) * WAITING_TIMES;
    const most = Math.max(WAITING_MS.most, areSlow ? times : 0);
    this.#waits = { least: areSlow || busyShare >= ROOM ? most : WAITING_MS.least, most };
  }

  /** With a saturated event loop, times say little: they also have the turns of all others, and the refusals. */
  #followWork(): void {
    const { count, tookMs, usualMs } = this.#since;
    const areTooMany = tookMs > Math.max(this.options.queueMs * SLOW_PART * count, usualMs * SLOW_TIMES);
    const target = areTooMany ? 0 : BEGUN_MS / (this.#workMs ?? BEGUN_MS);
    if (this.value > target) this.#set(Math.max(target, this.value * DECREASE));
    else this.#set(Math.min(target, this.value * INCREASE));
  }

  #followTimes(): void {
    const { tookMs, usualMs } = this.#since;
    if (tookMs === 0) return;
    const limit = this.value * Math.min(1, (TOLERANCE * usualMs) / tookMs) + HEADROOM;
    this.#set(Math.max(FIRST_LIMIT, limit));
  }

  #set(limit: number): void {
    this.value = Math.min(this.options.max, Math.max(this.options.min, Math.floor(limit)));
  }
}

function nothing() {
  return { count: 0, tookMs: 0, usualMs: 0, refused: 0 };
}
