import Joi from 'joi';
import {
  type Filter,
  type FilterChain,
  type Guard,
  type Logger,
  type Request,
  type Response,
  TooManyRequestsException,
} from '../../core';
import { networkOf } from '../network';
import type { RateStore } from './rate-store';

/** The section `security.rateLimit`; its presence turns rate limits on. */
export interface RateLimitSection {
  /** The number of requests that are allowed per window. */
  readonly requests: number;
  /** The length of the window, in seconds. */
  readonly windowS: number;
  /** Counts requests by client address, by principal, or both; both when absent. */
  readonly by?: 'address' | 'principal' | 'both';
  /** `memory` when absent, where each process counts for itself. */
  readonly store?: 'memory' | 'database' | 'redis';
}

export const rateLimitSection = Joi.object({
  requests: Joi.number().integer().min(1).required(),
  windowS: Joi.number().integer().min(1).required(),
  by: Joi.string().valid('address', 'principal', 'both'),
  store: Joi.string().valid('memory', 'database', 'redis'),
});

const COUNTS = 'koaggregate.counts';

/** The state of one limit, for the response headers. */
interface Count {
  readonly kind: string;
  readonly left: number;
  readonly resetS: number;
}

/**
 * Limits requests by client address, before anything else, and by principal, after authentication.
 *
 * Requests that cannot be counted are let through and logged: a failing store must not close the API.
 *
 * @see RFC 6585, 429; draft-ietf-httpapi-ratelimit-headers-10
 */
export class RateLimit implements Filter, Guard {
  readonly oncePerRequest = true;

  readonly #windowMs: number;

  constructor(
    private readonly section: RateLimitSection,
    private readonly store: RateStore,
    private readonly logger: Logger,
    /** The name of the application, since applications may share a store. */
    private readonly application: string,
  ) {
    this.#windowMs = section.windowS * 1000;
  }

  /** Sets the headers last, also on errors: only then is the principal's count known. */
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const counts: Count[] = [];
    request.attributes.set(COUNTS, counts);
    try {
      if (this.section.by !== 'principal') await this.#count('address', networkOf(request.clientAddress), counts);
      await chain.doFilter(request, response);
    } finally {
      this.#setHeaders(counts, response);
    }
  }

  async checkRequest({ principal, attributes }: Request): Promise<undefined> {
    const counts = attributes.get(COUNTS) as Count[];
    if (principal && this.section.by !== 'address') await this.#count('principal', principal.name, counts);
  }

  async #count(kind: string, who: string, counts: Count[]): Promise<void> {
    const counted = await this.store
      .count(`${this.application}:${kind}:${who}`, this.#windowMs)
      .catch((error: unknown) => {
        this.logger.error('Requests cannot be counted for security.rateLimit, and are allowed.', error);
      });
    if (!counted) return;
    const { requests } = this.section;
    const resetS = Math.max(1, Math.ceil(counted.resetMs / 1000));
    counts.push({ kind, left: Math.max(0, requests - counted.requests), resetS });
    if (counted.requests <= requests) return;
    const headers = { 'Retry-After': String(resetS) };
    throw new TooManyRequestsException(`Too many requests from this ${kind}: try again later.`, { headers });
  }

  #setHeaders(counts: readonly Count[], response: Response): void {
    if (counts.length === 0) return;
    const { requests, windowS } = this.section;
    const policies = counts.map(({ kind }) => `"${kind}";q=${requests};w=${windowS}`);
    const limits = counts.map(({ kind, left, resetS }) => `"${kind}";r=${left};t=${resetS}`);
    response.setHeader('RateLimit-Policy', policies.join(', '));
    response.setHeader('RateLimit', limits.join(', '));
  }
}
