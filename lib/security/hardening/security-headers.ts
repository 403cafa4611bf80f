import Joi from 'joi';
import { DefaultHeaders, type Request, type Response, ResponseFilter } from '../../core';

/** Default response headers by name; a response may set another value, and false leaves the header out. */
export type SecurityHeadersSection = Readonly<Record<string, string | false>>;

export const securityHeadersSection = Joi.object().pattern(
  Joi.string().pattern(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'),
  Joi.alternatives(Joi.string().pattern(/^[\t -~\x80-\xff]*$/, 'the value of a header'), Joi.valid(false)),
);

/** Browsers ignore it over http. */
const HTTPS_ONLY = 'strict-transport-security';

/**
 * Adds security headers to every response, errors included.
 *
 * Shared caches must not store responses to authenticated requests: with an `ETag` a private cache may store and
 * revalidate them, without one nothing is stored.
 *
 * @see OWASP REST Security Cheat Sheet, "Security Headers"
 */
export class SecurityHeaders extends ResponseFilter {
  override readonly needsContext = false;
  readonly #overHttp: DefaultHeaders;
  readonly #overHttps: DefaultHeaders;

  constructor(section: SecurityHeadersSection) {
    super();
    const headers = Object.entries(section).flatMap(([name, value]) =>
      value === false ? [] : [[name, value] as const],
    );
    this.#overHttps = new DefaultHeaders(headers);
    this.#overHttp = new DefaultHeaders(headers.filter(([name]) => name.toLowerCase() !== HTTPS_ONLY));
  }

  finish(request: Request, response: Response): void {
    (request.secure ? this.#overHttps : this.#overHttp).addTo(response);
    const isPersonal = request.principal !== undefined || response.getHeader('Set-Cookie') !== undefined;
    if (isPersonal && response.getHeader('Cache-Control') === undefined) {
      response.setHeader('Cache-Control', response.getHeader('ETag') ? 'private, no-cache' : 'no-store');
    }
  }
}
