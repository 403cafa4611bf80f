import { TooManyRequestsException } from '../../core';
import { networkOf } from '../network';

const WINDOW_MS = 60_000;
const MAX_FAILURES_PER_NAME = 10;
const MAX_FAILURES_PER_NETWORK = 100;
const MAX_COUNTS = 10_000;

interface Count {
  failures: number;
  readonly endsAtMs: number;
}

/** Limits failed logins per minute: ten for one name and network, a hundred for one network. */
export class LoginThrottle {
  readonly #counts = new Map<string, Count>();
  /** The end of the last attempt, by network. */
  readonly #lastAttempts = new Map<string, Promise<void>>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Runs an attempt unless too many have failed. Attempts of one network run one after the other, so that each is
   * counted before the next; comparing hashes keeps the CPU busy anyway.
   *
   * @param work returns undefined for a failed login
   * @throws TooManyRequestsException with `Retry-After`
   */
  attempt<T>(address: string, name: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const network = networkOf(address);
    const previous = this.#lastAttempts.get(network) ?? Promise.resolve();
    const attempt = previous.then(() => this.#attempt(network, name, work));
    const ended = attempt.then(ignore, ignore).then(() => {
      if (this.#lastAttempts.get(network) === ended) this.#lastAttempts.delete(network);
    });
    this.#lastAttempts.set(network, ended);
    return attempt;
  }

  async #attempt<T>(network: string, name: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const nameKey = JSON.stringify([network, name]);
    this.#verifyLimit(nameKey, MAX_FAILURES_PER_NAME);
    this.#verifyLimit(network, MAX_FAILURES_PER_NETWORK);
    const result = await work();
    if (result === undefined) for (const key of [nameKey, network]) this.#countFailure(key);
    else this.#counts.delete(nameKey);
    return result;
  }

  /** @throws TooManyRequestsException */
  #verifyLimit(key: string, limit: number): void {
    const count = this.#counts.get(key);
    if (!count || count.failures < limit) return;
    const waitMs = count.endsAtMs - this.now();
    if (waitMs <= 0) return void this.#counts.delete(key);
    const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
    throw new TooManyRequestsException('Too many wrong passwords: try again later.', { headers });
  }

  #countFailure(key: string): void {
    const count = this.#counts.get(key);
    if (count && count.endsAtMs > this.now()) count.failures += 1;
    else {
      // Inserted again, so that the oldest count stays the first of the map.
      this.#counts.delete(key);
      this.#counts.set(key, { failures: 1, endsAtMs: this.now() + WINDOW_MS });
    }
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_COUNTS && oldest !== undefined) this.#counts.delete(oldest);
  }
}

function ignore(): void {}
