import Joi from 'joi';
import { DefaultHeaders, type Request, type Response, ResponseFilter } from '../../core';

/** Headers by name, with the value that every response has unless it sets one itself; false leaves one out. */
export type SecurityHeadersSection = Readonly<Record<string, string | false>>;

export const securityHeadersSection = Joi.object().pattern(
  Joi.string().pattern(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'),
  Joi.alternatives(Joi.string().pattern(/^[\t -~\x80-\xff]*$/, 'what a header can hold'), Joi.valid(false)),
);

/** Means something over https alone. */
const HTTPS_ONLY = 'strict-transport-security';

/**
 * Adds the headers that browsers protect users by to every response, errors too.
 *
 * A response to an authenticated request is for no shared cache: with an `ETag` it may be stored and revalidated,
 * without one it is not stored at all.
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
