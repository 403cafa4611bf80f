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

/** The section `security.rateLimit`; that it is there turns it on. */
export interface RateLimitSection {
  /** How many requests are let through in each span of time. */
  readonly requests: number;
  /** In seconds. */
  readonly perS: number;
  /** Whose requests are counted together; both when absent. */
  readonly by?: 'address' | 'principal' | 'both';
  /** Where they are counted; memory when absent, which each process has for itself. */
  readonly store?: 'memory' | 'database' | 'redis';
}

export const rateLimitSection = Joi.object({
  requests: Joi.number().integer().min(1).required(),
  perS: Joi.number().integer().min(1).required(),
  by: Joi.string().valid('address', 'principal', 'both'),
  store: Joi.string().valid('memory', 'database', 'redis'),
});

const COUNTS = 'koaggregate.counts';

/** The remaining requests of one limit. */
interface Count {
  readonly kind: string;
  readonly left: number;
  readonly resetS: number;
}

/**
 * Lets through so many requests of an address, before anything else, and so many of a principal, once it is known.
 *
 * Where they cannot be counted they are let through, and the log says so: a limit that fails must not close the API.
 *
 * @see RFC 6585, 429; draft-ietf-httpapi-ratelimit-headers-10
 */
export class RateLimit implements Filter, Guard {
  readonly admitsWhole = true;

  readonly #windowMs: number;

  constructor(
    private readonly section: RateLimitSection,
    private readonly store: RateStore,
    private readonly logger: Logger,
    /** The name of the application, which may share its store with others. */
    private readonly application: string,
  ) {
    this.#windowMs = section.perS * 1000;
  }

  /** Errors have the headers, too: the count of the principal is known once the response is made. */
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const counts: Count[] = [];
    request.attributes.set(COUNTS, counts);
    try {
      if (this.section.by !== 'principal') await this.#count('address', networkOf(request.clientAddress), counts);
      await chain.doFilter(request, response);
    } finally {
      this.#tell(counts, response);
    }
  }

  async admit({ principal, attributes }: Request): Promise<undefined> {
    const counts = attributes.get(COUNTS) as Count[];
    if (principal && this.section.by !== 'address') await this.#count('principal', principal.name, counts);
  }

  async #count(kind: string, who: string, counts: Count[]): Promise<void> {
    const counted = await this.store
      .count(`${this.application}:${kind}:${who}`, this.#windowMs)
      .catch((error: unknown) => {
        this.logger.error(`Requests cannot be counted for security.rateLimit: they are let through.`, error);
      });
    if (!counted) return;
    const { requests } = this.section;
    const resetS = Math.max(1, Math.ceil(counted.resetMs / 1000));
    counts.push({ kind, left: Math.max(0, requests - counted.requests), resetS });
    if (counted.requests <= requests) return;
    const headers = { 'Retry-After': String(resetS) };
    throw new TooManyRequestsException(`There are too many requests of this ${kind}: try again later.`, { headers });
  }

  #tell(counts: readonly Count[], response: Response): void {
    if (counts.length === 0) return;
    const { requests, perS } = this.section;
    const policies = counts.map(({ kind }) => `"${kind}";q=${requests};w=${perS}`);
    const limits = counts.map(({ kind, left, resetS }) => `"${kind}";r=${left};t=${resetS}`);
    response.setHeader('RateLimit-Policy', policies.join(', '));
    response.setHeader('RateLimit', limits.join(', '));
  }
}
