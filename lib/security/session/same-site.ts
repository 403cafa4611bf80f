import { ForbiddenException, type Request } from '../../core';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that a page of another site makes a browser send, with the cookie of our user (CSRF).
 *
 * Browsers name the origin of a request in `Sec-Fetch-Site`, older ones in `Origin`; a request with neither does not
 * come from a browser. Go's `net/http` does the same in `CrossOriginProtection`.
 *
 * @param trusts whether another origin may send credentials
 * @throws ForbiddenException
 * @see Fetch Metadata Request Headers; RFC 6454
 */
export function requireSameSite(request: Request, trusts: (origin: string) => boolean): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && trusts(origin)) return;
  if (isSameSite(request)) return;
  throw new ForbiddenException('The request comes from a page of another site, which may not use the session.');
}

function isSameSite({ headers, origin: ownOrigin }: Request): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || hasSameHost(origin, ownOrigin);
}

/** Ignores the scheme, which differs behind a proxy that terminates https. */
function hasSameHost(origin: string, ownOrigin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(ownOrigin).host;
}
