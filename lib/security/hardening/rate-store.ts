import { loadPackage } from '../../foundation';
import { libraryMissing } from '../errors';

/** The number of requests in the current window, this one included. */
export interface RateCount {
  readonly requests: number;
  /** The time until the window ends, in milliseconds. */
  readonly resetMs: number;
}

/** A store that counts requests for rate limits. */
export interface RateStore {
  /** Counts one request; a window begins with its first request. */
  count(key: string, windowMs: number): Promise<RateCount>;
}

/** The used part of rate-limiter-flexible. */
interface Limiter {
  penalty(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }>;
}

interface LimiterLibrary {
  RateLimiterMemory: new (options: object) => Limiter;
  RateLimiterRedis: new (options: object) => Limiter;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** Counts requests with rate-limiter-flexible: in memory, or in Redis when a client is given. */
export class LimiterStore implements RateStore {
  readonly #library: LimiterLibrary;
  #limiter?: Limiter;

  /**
   * @param redis a connected client of redis or ioredis
   * @throws SecurityError LIBRARY_MISSING
   */
  constructor(
    projectRoot: string,
    private readonly redis?: object,
  ) {
    const missing = libraryMissing('security.rateLimit', 'rate-limiter-flexible');
    this.#library = loadPackage('rate-limiter-flexible', projectRoot, missing) as LimiterLibrary;
  }

  async count(key: string, windowMs: number): Promise<RateCount> {
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
