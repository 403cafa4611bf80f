/** Why a request was not served. */
export type RefusalReason = 'queueFull' | 'waitedTooLong' | 'clientGone';

/** A request that waits. */
export interface Waiting {
  readonly sinceMs: number;
  /** Whether its client has closed the connection. */
  isGone(): boolean;
  begin(): void;
  refuse(reason: RefusalReason): void;
}

/** A queue that has hardly been empty for this part of the longest wait stands: more arrive than can be served. */
const STANDING_PART = 1 / 2;
/** A queue that stands is kept this much shorter, since it only makes everybody wait. */
const SHORT_PART = 1 / 6;
/** The least weight of the last interval in the mean. */
const WEIGHT = 0.1;
const SECOND_MS = 1000;
const MAX_RETRY_AFTER_S = 60;

/**
 * Requests that wait for admission, in order of arrival. It accepts as many as can be served within the longest wait, as it
 * expects from the intervals between those that were served; a queue that stands is kept shorter.
 */
export class AdmissionQueue {
  #waiting: Waiting[] = [];
  /** The index of the first one, since removing from the front of a long array is slow. */
  #first = 0;
  /** When the queue was last empty for a while. */
  #emptyMs = 0;
  /** When the last request came that had to wait. */
  #lastMs = Number.NEGATIVE_INFINITY;
  /** The mean time between two requests that are served while others wait. */
  #intervalMs?: number;
  #intervals = 0;
  #servedMs?: number;
  #refused = { secondMs: 0, count: 0, before: 0 };

  constructor(private readonly maxWaitMs: number) {}

  get length(): number {
    return this.#waiting.length - this.#first;
  }

  /**
   * Adds a request unless it would wait too long.
   *
   * @param guessMs  the interval to expect while none is known
   */
  add(one: Waiting, guessMs: number): boolean {
    const nowMs = one.sinceMs;
    if (this.length === 0) {
      // A queue that is empty for a moment only still stands.
      if (nowMs - this.#lastMs > this.maxWaitMs) this.#emptyMs = nowMs;
      this.#servedMs = undefined;
    }
    this.#lastMs = nowMs;
    const isStanding = nowMs - this.#emptyMs > this.maxWaitMs * STANDING_PART;
    const allowedMs = isStanding ? this.maxWaitMs * SHORT_PART : this.maxWaitMs;
    if (this.maxWaitMs === 0 || (this.length + 1) * (this.#intervalMs ?? guessMs) > allowedMs) return false;
    this.#waiting.push(one);
    return true;
  }

  /** Removes the first one whose client is still there. */
  next(): Waiting | undefined {
    while (this.length > 0) {
      const one = this.#shift();
      if (!one.isGone()) return one;
      one.refuse('clientGone');
    }
    return undefined;
  }

  /** Refuses those that have waited too long. */
  dropLate(nowMs: number): void {
    while (this.length > 0 && nowMs - this.#waiting[this.#first]!.sinceMs >= this.maxWaitMs) {
      const one = this.#shift();
      one.refuse(one.isGone() ? 'clientGone' : 'waitedTooLong');
    }
  }

  /** Notes that a request was served while others wait. */
  noteServed(nowMs: number): void {
    const intervalMs = this.#servedMs === undefined ? undefined : nowMs - this.#servedMs;
    this.#servedMs = nowMs;
    if (intervalMs === undefined) return;
    const weight = Math.max(WEIGHT, 1 / ++this.#intervals);
    this.#intervalMs = (this.#intervalMs ?? 0) * (1 - weight) + intervalMs * weight;
  }

  noteRefused(nowMs: number): void {
    this.#turnSecond(nowMs);
    this.#refused.count++;
  }

  /** The time to serve all that wait and all that were refused within a second, who come back: from 1 to 60 seconds. */
  retryAfterS(nowMs: number): number {
    this.#turnSecond(nowMs);
    const { count, before } = this.#refused;
    const ahead = this.length + Math.max(count, before);
    return Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil((ahead * (this.#intervalMs ?? 0)) / SECOND_MS)));
  }

  #turnSecond(nowMs: number): void {
    const { secondMs, count } = this.#refused;
    const passedMs = nowMs - secondMs;
    if (passedMs >= SECOND_MS) {
      this.#refused = { secondMs: nowMs, count: 0, before: passedMs < 2 * SECOND_MS ? count : 0 };
    }
  }

  #shift(): Waiting {
    const one = this.#waiting[this.#first++]!;
    if (this.#first === this.#waiting.length || this.#first > COMPACTED_AT) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return one;
  }
}

const COMPACTED_AT = 256;
