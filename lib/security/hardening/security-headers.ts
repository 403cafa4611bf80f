import Joi from 'joi';
import type { Filter, FilterChain, Request, Response } from '../../core';

/** Headers by name, with the value that every answer has unless it sets one itself; false leaves one out. */
export type SecurityHeadersSection = Readonly<Record<string, string | false>>;

export const securityHeadersSection = Joi.object().pattern(
  Joi.string().pattern(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'),
  Joi.alternatives(Joi.string().pattern(/^[\t -~\x80-\xff]*$/, 'what a header can hold'), Joi.valid(false)),
);

/** Means something over https alone. */
const HTTPS_ONLY = 'strict-transport-security';

/**
 * Puts the headers on every answer, errors too, by which browsers keep it from harm.
 *
 * What is answered to somebody in particular is for no shared cache: with an `ETag` it may be kept and asked about,
 * without one it is not kept at all.
 *
 * @see OWASP REST Security Cheat Sheet, "Security Headers"
 */
export class SecurityHeaders implements Filter {
  readonly #headers: readonly (readonly [string, string])[];

  constructor(section: SecurityHeadersSection) {
    this.#headers = Object.entries(section).flatMap(([name, value]) => (value === false ? [] : [[name, value]]));
  }

  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    for (const [name, value] of this.#headers) {
      const isForHere = request.secure || name.toLowerCase() !== HTTPS_ONLY;
      if (isForHere && response.getHeader(name) === undefined) response.setHeader(name, value);
    }
    const isPersonal = request.principal !== undefined || response.getHeader('Set-Cookie') !== undefined;
    if (isPersonal && response.getHeader('Cache-Control') === undefined) {
      response.setHeader('Cache-Control', response.getHeader('ETag') ? 'private, no-cache' : 'no-store');
    }
  }
}
