import { TooManyRequestsException } from '../../core';
import { networkOf } from '../network';

const WINDOW_MS = 60_000;
const FAILURES_OF_NAME = 10;
const FAILURES_OF_ADDRESS = 100;
const COUNTED_AT_MOST = 10_000;

interface Count {
  failures: number;
  readonly endsAtMs: number;
}

/** Slows down whoever tries passwords: after ten wrong ones for a name in a minute an address has to wait. */
export class LoginThrottle {
  readonly #counts = new Map<string, Count>();
  /** By network: the end of its last attempt. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Runs an attempt, unless too many of its kind have failed. Those of one address wait for each other, so that none is
   * let through before the one ahead of it has been counted; to compare hashes keeps the processor busy anyway.
   *
   * @param work undefined is a failure
   * @throws TooManyRequestsException with `Retry-After`
   */
  attempt<T>(address: string, name: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const network = networkOf(address);
    const before = this.#turns.get(network) ?? Promise.resolve();
    const turn = before.then(() => this.#attempt(network, name, work));
    const ended = turn.then(ignore, ignore).then(() => {
      if (this.#turns.get(network) === ended) this.#turns.delete(network);
    });
    this.#turns.set(network, ended);
    return turn;
  }

  async #attempt<T>(address: string, name: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const ofName = JSON.stringify([address, name]);
    this.#refuse(ofName, FAILURES_OF_NAME);
    this.#refuse(address, FAILURES_OF_ADDRESS);
    const result = await work();
    if (result === undefined) for (const key of [ofName, address]) this.#fail(key);
    else this.#counts.delete(ofName);
    return result;
  }

  #refuse(key: string, limit: number): void {
    const count = this.#counts.get(key);
    if (!count || count.failures < limit) return;
    const waitMs = count.endsAtMs - this.now();
    if (waitMs <= 0) return void this.#counts.delete(key);
    const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
    throw new TooManyRequestsException('Too many wrong passwords: try again later.', { headers });
  }

  #fail(key: string): void {
    const known = this.#counts.get(key);
    if (known && known.endsAtMs > this.now()) known.failures += 1;
    else {
      // Anew, at the end: the oldest count comes first.
      this.#counts.delete(key);
      this.#counts.set(key, { failures: 1, endsAtMs: this.now() + WINDOW_MS });
    }
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > COUNTED_AT_MOST && oldest !== undefined) this.#counts.delete(oldest);
  }
}

function ignore(): void {}
