import { ForbiddenException, type Request } from '../../core';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that a page of another origin sends with credentials that the browser adds (CSRF): the cookie of a
 * session or of the host, or a password for HTTP Basic. Other hosts of the same site count as other origins.
 *
 * Browsers send `Sec-Fetch-Site`, older ones only `Origin`; a request with neither does not come from a browser. Go's
 * `net/http` does the same in `CrossOriginProtection`.
 *
 * @param trusts      whether another origin may send credentials
 * @param credentials what the page may not use, for the message
 * @throws ForbiddenException
 * @see Fetch Metadata Request Headers; RFC 6454
 */
export function requireSameOrigin(
  request: Request,
  trusts: (origin: string) => boolean,
  credentials: 'session' | 'cookies' | 'password',
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && trusts(origin)) return;
  if (isSameOrigin(request)) return;
  throw new ForbiddenException(
    `The request comes from a page of another origin, which may not use the ${credentials}.`,
  );
}

function isSameOrigin({ headers, origin: ownOrigin }: Request): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || hasSameHost(origin, ownOrigin);
}

/** Ignores the scheme, which differs behind a proxy that terminates https. */
function hasSameHost(origin: string, ownOrigin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(ownOrigin).host;
}
