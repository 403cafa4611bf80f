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

/**
 * Lets through so many requests of an address, before anything else, and so many of a principal, once it is known.
 *
 * Where they cannot be counted they are let through, and the log says so: a limit that fails must not close the API.
 *
 * @see RFC 6585, 429; draft-ietf-httpapi-ratelimit-headers-10
 */
export class RateLimit implements Filter, Guard {
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

  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    if (this.section.by !== 'principal') await this.#count('address', networkOf(request.clientAddress), response);
    await chain.doFilter(request, response);
  }

  async admit({ principal }: Request, response: Response): Promise<undefined> {
    if (principal && this.section.by !== 'address') await this.#count('principal', principal.name, response);
  }

  async #count(kind: string, who: string, response: Response): Promise<void> {
    const counted = await this.store
      .count(`${this.application}:${kind}:${who}`, this.#windowMs)
      .catch((error: unknown) => {
        this.logger.error(`Requests cannot be counted for security.rateLimit: they are let through.`, error);
      });
    if (!counted) return;
    const { requests, perS } = this.section;
    const resetS = Math.max(1, Math.ceil(counted.resetMs / 1000));
    const left = Math.max(0, requests - counted.requests);
    response.setHeader('RateLimit-Policy', `"${kind}";q=${requests};w=${perS}`);
    response.setHeader('RateLimit', `"${kind}";r=${left};t=${resetS}`);
    if (counted.requests <= requests) return;
    const headers = { 'Retry-After': String(resetS) };
    throw new TooManyRequestsException(`There are too many requests of this ${kind}: try again later.`, { headers });
  }
}
