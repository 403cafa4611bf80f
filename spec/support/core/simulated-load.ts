import type { LimitOptions } from '../../../lib/core/http/learned-limit';
import { Limiter, type Pace, type Slot, type Surroundings } from '../../../lib/core/http/limiter';

/** What each request takes, and what there is to do it with. */
export interface Service {
  /** How long the event loop works for a request. */
  readonly workMs: number;
  /** How long the database takes for it, before that. */
  readonly databaseMs?: number;
  readonly connections?: number;
}

const REFUSAL_MS = 0.06;
/** With a flood, each also has a connection of its own to read from. */
const FLOODED_REFUSAL_MS = 0.15;

/** A process with an event loop and a database, in steps of a simulated millisecond. */
export class SimulatedLoad implements Surroundings {
  readonly limiter: Limiter;
  readonly pace: Pace = {};
  /** How long the requests have taken, from their arrival on, in the order in which they have ended. */
  readonly took: number[] = [];
  /** The most requests that the process worked on at a time. */
  most = 0;
  nowMs = 0;
  readonly clock = { now: () => this.nowMs };
  #busyMs = 0;
  #seenMs = 0;
  #timer?: { readonly work: () => void; readonly everyMs: number; dueMs: number };
  #inDatabase: Work[] = [];
  readonly #inLoop: Work[] = [];

  constructor(
    private readonly service: Service,
    options: Partial<LimitOptions> = {},
  ) {
    this.limiter = new Limiter({ min: 4, max: 500, queueMs: 500, ...options }, this);
  }

  busyShare(): number {
    const share = Math.min(1, this.#busyMs / Math.max(1, this.nowMs - this.#seenMs));
    this.#busyMs = 0;
    this.#seenMs = this.nowMs;
    return share;
  }

  repeat(work: () => void, everyMs: number): () => void {
    this.#timer = { work, everyMs, dueMs: this.nowMs + everyMs };
    return () => {
      this.#timer = undefined;
    };
  }

  /** Lets requests arrive at a rate for a while. */
  async run(perSecond: number, forMs: number): Promise<void> {
    let due = 0;
    for (let ms = 0; ms < forMs; ms++) {
      this.nowMs++;
      let leftMs = 1;
      for (due += perSecond / 1000; due >= 1; due--) if (!this.arrive()) leftMs -= REFUSAL_MS;
      await this.#step(leftMs);
    }
  }

  /**
   * Lets clients send again as soon as they have a response, on connections that are not read while they are paused. What the
   * event loop cannot read in a millisecond waits for the next.
   */
  async flood(clients: number, forMs: number): Promise<void> {
    const readAtMs = new Map(Array.from({ length: clients }, (_, client) => [client, 0]));
    for (let ms = 0; ms < forMs; ms++) {
      this.nowMs++;
      let leftMs = 1;
      for (const [client, atMs] of readAtMs) {
        if (leftMs <= 0) break;
        if (atMs > this.nowMs) continue;
        readAtMs.delete(client);
        if (
          this.arrive(
            () => false,
            () => readAtMs.set(client, 0),
          )
        )
          continue;
        leftMs -= FLOODED_REFUSAL_MS;
        readAtMs.set(client, this.nowMs + this.limiter.pauseMs);
      }
      await this.#step(leftMs);
    }
  }

  /** @returns whether it is not refused at once */
  arrive(isGone = () => false, ended = () => {}): boolean {
    const arrivedMs = this.nowMs;
    const begin = (slot: Slot) => {
      this.#inDatabase.push({ slot, arrivedMs, ended, leftMs: this.service.databaseMs ?? 0 });
      this.most = Math.max(this.most, this.limiter.inFlight);
    };
    const slot = this.limiter.enter(this.pace);
    if (slot) begin(slot);
    const outcome = slot ?? this.limiter.wait(this.pace, isGone);
    if (outcome instanceof Promise) void outcome.then((later) => (typeof later === 'string' ? ended() : begin(later)));
    return outcome !== 'queueFull';
  }

  async #step(loopMs: number): Promise<void> {
    if (this.#timer && this.nowMs >= this.#timer.dueMs) {
      this.#timer.dueMs = this.nowMs + this.#timer.everyMs;
      this.#timer.work();
    }
    const { connections = Number.POSITIVE_INFINITY, workMs } = this.service;
    for (const one of this.#inDatabase.slice(0, connections)) one.leftMs--;
    const read = this.#inDatabase.filter(({ leftMs }) => leftMs <= 0);
    this.#inDatabase = this.#inDatabase.filter(({ leftMs }) => leftMs > 0);
    this.#inLoop.push(...read.map((one) => ({ ...one, leftMs: workMs })));
    const idleMs = this.#work(Math.max(0, loopMs));
    this.#busyMs += 1 - idleMs;
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
  }

  #work(loopMs: number): number {
    let leftMs = loopMs;
    while (leftMs > 0 && this.#inLoop.length > 0) {
      const one = this.#inLoop[0]!;
      const doneMs = Math.min(leftMs, one.leftMs);
      one.leftMs -= doneMs;
      leftMs -= doneMs;
      if (one.leftMs > 0) break;
      this.#inLoop.shift();
      this.limiter.leave(one.slot);
      this.took.push(this.nowMs - one.arrivedMs);
      one.ended();
    }
    return leftMs;
  }
}

interface Work {
  readonly slot: Slot;
  readonly arrivedMs: number;
  readonly ended: () => void;
  leftMs: number;
}
