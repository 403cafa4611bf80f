import { ForbiddenException, type Request } from '../../core';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what a page of another site lets a browser send, which would bring the cookie of our user along.
 *
 * Browsers say where a request comes from: `Sec-Fetch-Site`, or older ones `Origin`. A request that says neither comes
 * from no browser, and so from no page. It is what CrossOriginProtection of Go's net/http does.
 *
 * @param trusts origins that may send credentials all the same
 * @throws ForbiddenException
 * @see Fetch Metadata Request Headers; RFC 6454
 */
export function refuseCrossSite(request: Request, trusts: (origin: string) => boolean): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && trusts(origin)) return;
  if (site !== undefined ? site === 'same-origin' || site === 'none' : origin === undefined || isOurs(request, origin))
    return;
  throw new ForbiddenException('The request comes from a page of another site: it may not use the session.');
}

/** Behind a proxy that ends https, the scheme that we see may be another one. */
function isOurs({ origin: own }: Request, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(own).host;
}
