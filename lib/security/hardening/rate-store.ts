import { loadPackage } from '../../foundation';
import { libraryMissing } from '../errors';

/** How many requests there have been in the present span of time, this one included. */
export interface Counted {
  readonly requests: number;
  /** Until the span ends, in milliseconds. */
  readonly resetMs: number;
}

/** Where requests are counted. */
export interface RateStore {
  /** Counts one more; a span of time begins with the first. */
  count(key: string, windowMs: number): Promise<Counted>;
}

/** The part of rate-limiter-flexible that is used here. */
interface Limiter {
  penalty(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }>;
}

interface LimiterLibrary {
  RateLimiterMemory: new (options: object) => Limiter;
  RateLimiterRedis: new (options: object) => Limiter;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** Requests counted by rate-limiter-flexible: in memory, or in Redis where a client of it is given. */
export class LimiterStore implements RateStore {
  readonly #library: LimiterLibrary;
  #limiter?: Limiter;

  /**
   * @param redis a client of redis or ioredis, connected
   * @throws SecurityError LIBRARY_MISSING
   */
  constructor(
    projectRoot: string,
    private readonly redis?: object,
  ) {
    const missing = libraryMissing('security.rateLimit', 'rate-limiter-flexible');
    this.#library = loadPackage('rate-limiter-flexible', projectRoot, missing) as LimiterLibrary;
  }

  async count(key: string, windowMs: number): Promise<Counted> {
    this.#limiter ??= this.#limiterFor(windowMs);
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key);
    return { requests: consumedPoints, resetMs: msBeforeNext };
  }

  #limiterFor(windowMs: number): Limiter {
    const options = { points: UNBOUNDED, duration: windowMs / 1000, keyPrefix: 'koaggregate' };
    const { RateLimiterMemory, RateLimiterRedis } = this.#library;
    return this.redis
      ? new RateLimiterRedis({ ...options, storeClient: this.redis, useRedisPackage: 'isOpen' in this.redis })
      : new RateLimiterMemory(options);
  }
}
