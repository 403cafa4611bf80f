import { AdmissionQueue, type RefusalReason } from './admission-queue';
import { LearnedLimit, type LimitOptions } from './learned-limit';
import { RefusalPause } from './refusal-pause';

/** How much load an application has, and what it has refused since its start. */
export interface LoadState {
  /** How many requests may be worked on at a time, as learned. */
  readonly limit: number;
  /** The requests that are worked on, without those that only wait for something, such as a lock. */
  readonly inFlight: number;
  /** The requests that have waited for something for long, and do not count in the limit. */
  readonly waiting: number;
  /** The requests that wait for admission. */
  readonly queued: number;
  readonly admitted: number;
  readonly refused: Readonly<Record<RefusalReason, number>>;
}

/** What the requests of a route take while there is little load. */
export interface Pace {
  /** Undefined until the first one. */
  usualMs?: number;
}

/** A request that is worked on. */
export interface Slot {
  readonly pace: Pace;
  startedMs: number;
  /** Whether few others were worked on when it began, so that it shows what requests usually take. */
  readonly isQuiet: boolean;
  /** Only a request that is worked on counts in the limit; one that waits, or whose body is received, does not. */
  state: 'working' | 'waiting' | 'receiving';
}

/** What a limiter reads from its process. */
export interface Surroundings {
  readonly clock: { now(): number };
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  busyShare(): number;
  /** Calls the function again and again. @returns what ends it */
  repeat(work: () => void, everyMs: number): () => void;
}

/** How often the limit is reviewed while requests wait. */
const REVIEW_MS = 25;
/** The weight of the last request in what is usual, in which one counts as so much longer at most. */
const WEIGHT = 0.05;
const LONGEST_TIMES = 4;
const WORKING = 'working';

/**
 * Bounds how many requests are worked on at a time, so that each of them ends soon however many arrive; the others wait in a
 * short queue.
 */
export class Limiter implements LoadState {
  readonly refused = { queueFull: 0, waitedTooLong: 0, clientGone: 0 };
  inFlight = 0;
  waiting = 0;
  admitted = 0;
  readonly #slots = new Set<Slot>();
  readonly #queue: AdmissionQueue;
  readonly #clock: Surroundings['clock'];
  readonly #learned: LearnedLimit;
  readonly #pause = new RefusalPause();
  #reviewedMs = 0;
  #endReviews?: () => void;

  constructor(
    private readonly options: LimitOptions,
    private readonly surroundings: Surroundings,
  ) {
    this.#learned = new LearnedLimit(options);
    this.#queue = new AdmissionQueue(options.queueMs);
    this.#clock = surroundings.clock;
  }

  get limit(): number {
    return this.#learned.value;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** How long the connection of a refused request is not read, so that refusals leave time for what was admitted. */
  get pauseMs(): number {
    return this.#pause.ms;
  }

  /** Seconds after which a refused request should be sent again. */
  get retryAfterS(): number {
    return this.#queue.retryAfterS(this.#clock.now());
  }

  /** @returns undefined if there is no room, or if others wait */
  enter(pace: Pace): Slot | undefined {
    if (this.inFlight >= this.#learned.value || this.#endReviews || this.inFlight + this.waiting >= this.options.max) {
      return undefined;
    }
    const slot: Slot = {
      pace,
      startedMs: this.#clock.now(),
      isQuiet: this.inFlight < this.options.min,
      state: WORKING,
    };
    this.#slots.add(slot);
    this.inFlight++;
    this.admitted++;
    return slot;
  }

  /** Called once for each slot. */
  leave(slot: Slot): void {
    this.#slots.delete(slot);
    if (slot.state === WORKING) this.inFlight--;
    else if (slot.state === 'waiting') this.waiting--;
    if (this.#endReviews) return this.#continue(slot);
    if (!slot.isQuiet || slot.state !== WORKING) return;
    const tookMs = this.#clock.now() - slot.startedMs;
    const { usualMs = tookMs } = slot.pace;
    slot.pace.usualMs = usualMs + (Math.min(tookMs, usualMs * LONGEST_TIMES) - usualMs) * WEIGHT;
  }

  /**
   * Waits for a slot.
   *
   * @returns the reason at once if the queue is full
   */
  wait(pace: Pace, isGone: () => boolean): Promise<Slot | RefusalReason> | RefusalReason {
    const nowMs = this.#clock.now();
    let settle!: (outcome: Slot | RefusalReason) => void;
    const settled = new Promise<Slot | RefusalReason>((resolve) => {
      settle = resolve;
    });
    const one = {
      sinceMs: nowMs,
      isGone,
      begin: () => settle(this.#begin(pace)),
      refuse: (reason: RefusalReason) => {
        this.#refuse(reason);
        settle(reason);
      },
    };
    if (!this.#queue.add(one, (pace.usualMs ?? 0) / this.limit)) return this.#refuse('queueFull');
    this.#beginReviews(nowMs);
    return settled;
  }

  /**
   * Waits for the body of a request. While it is received, which takes as long as its client likes, others are worked on; it
   * does not wait again after that, so that the limit may be exceeded for a moment.
   *
   * @param message  whether the body has been received
   */
  async receive(slot: Slot, message: { readonly complete: boolean }, reading: Promise<void>): Promise<void> {
    // What has arrived with the head is there after all callbacks of its packet.
    await Promise.resolve();
    if (message.complete || slot.state !== WORKING) return reading;
    slot.state = 'receiving';
    this.inFlight--;
    if (this.#endReviews) this.#admit();
    try {
      await reading;
    } finally {
      slot.state = WORKING;
      slot.startedMs = this.#clock.now();
      this.inFlight++;
    }
  }

  #refuse(reason: RefusalReason): RefusalReason {
    this.refused[reason]++;
    this.#learned.noteRefused();
    const nowMs = this.#clock.now();
    this.#queue.noteRefused(nowMs);
    this.#pause.noteRefused(nowMs);
    return reason;
  }

  #begin(pace: Pace): Slot {
    const slot: Slot = { pace, startedMs: this.#clock.now(), isQuiet: false, state: WORKING };
    this.#slots.add(slot);
    this.inFlight++;
    this.admitted++;
    return slot;
  }

  /** Goes on after a request that has ended while others wait. */
  #continue({ pace, startedMs, state }: Slot): void {
    const nowMs = this.#clock.now();
    this.#queue.noteServed(nowMs);
    if (state === WORKING) {
      const tookMs = nowMs - startedMs;
      pace.usualMs ??= tookMs;
      this.#learned.noteEnded(tookMs, pace.usualMs);
    }
    if (nowMs - this.#reviewedMs >= REVIEW_MS) this.#review(nowMs);
    this.#admit();
  }

  #admit(): void {
    while (this.inFlight < this.limit && this.inFlight + this.waiting < this.options.max) {
      const one = this.#queue.next();
      if (!one) return this.#stopReviews();
      one.begin();
    }
  }

  #beginReviews(nowMs: number): void {
    if (this.#endReviews) return;
    this.#reviewedMs = nowMs;
    this.#learned.begin();
    this.surroundings.busyShare();
    this.#endReviews = this.surroundings.repeat(() => {
      const laterMs = this.#clock.now();
      this.#queue.dropLate(laterMs);
      if (laterMs - this.#reviewedMs >= REVIEW_MS) this.#review(laterMs);
      this.#admit();
    }, REVIEW_MS);
  }

  #stopReviews(): void {
    this.#endReviews?.();
    this.#endReviews = undefined;
  }

  #review(nowMs: number): void {
    const timeMs = nowMs - this.#reviewedMs;
    this.#reviewedMs = nowMs;
    this.#learned.review(this.surroundings.busyShare() * timeMs, timeMs);
    this.#uncountWaiting(nowMs);
  }

  /** Lets others take the places of requests that only wait for something. */
  #uncountWaiting(nowMs: number): void {
    for (const slot of this.#slots) {
      if (slot.state !== WORKING) continue;
      if (nowMs - slot.startedMs < this.#learned.waitsAfterMs(slot.pace.usualMs)) continue;
      slot.state = 'waiting';
      this.#queue.noteServed(nowMs);
      this.inFlight--;
      this.waiting++;
    }
  }
}
