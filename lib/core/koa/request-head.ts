import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { BoundedMemo } from '../../foundation';
import { BadRequestException, RequestHeaderFieldsTooLargeException } from '../http/exceptions';

/** Far fewer than a server of Node's passes on by itself: beyond 1,000 it leaves headers out and says nothing. */
const MOST_HEADERS = 500;

export const TOO_MANY_HEADERS = `The request has more than ${MOST_HEADERS} headers.`;

/** By length: of these Node keeps the first and drops the others, while a proxy may have decided by the last. */
const SINGLE_HEADERS: ReadonlyMap<number, string> = new Map(
  ['host', 'authorization', 'content-type'].map((name) => [name.length, name]),
);
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(:\d{1,5})?$/i;

export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * MOST_HEADERS;
}

/**
 * Refuses a head that two readers could take for two different requests.
 *
 * @throws BadRequestException, RequestHeaderFieldsTooLargeException
 * @see RFC 9112, "Request Target"; RFC 9110, "Host and :authority"
 */
export function verifyHead(ctx: Context): void {
  const { req } = ctx;
  if (hasTooManyHeaders(req)) throw new RequestHeaderFieldsTooLargeException(TOO_MANY_HEADERS);
  const repeated = repeatedHeader(req.rawHeaders);
  if (repeated) throw new BadRequestException(`The header ${repeated} is sent more than once.`);
  const { host } = req.headers;
  // HTTP/1.0 has no Host; of every other version the server demands it.
  if (host !== undefined && !AUTHORITIES.of(host)) throw new BadRequestException('The header Host names no host.');
  // Koa has host and scheme from elsewhere only then.
  if (ctx.app.proxy || req.httpVersionMajor > 1) verifyForwarded(ctx);
  // A path names no host.
  if (host !== undefined && !ctx.originalUrl.startsWith('/') && !isSameHost(ctx.originalUrl, host)) {
    throw new BadRequestException('The address of the request and its header Host name two hosts.');
  }
}

function verifyForwarded(ctx: Context): void {
  if (ctx.host !== '' && ctx.host !== ctx.req.headers.host && !isAuthority(ctx.host))
    throw new BadRequestException('The forwarded host is none.');
  if (ctx.protocol !== 'http' && ctx.protocol !== 'https') {
    throw new BadRequestException('The forwarded scheme is neither http nor https.');
  }
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!;
    const single = SINGLE_HEADERS.get(sent.length);
    if (single === undefined || sent.toLowerCase() !== single) continue;
    if (seen.includes(single)) return sent;
    seen.push(single);
  }
  return undefined;
}

/** A server is asked for by few names, and parsing one is dear. */
const AUTHORITIES = new BoundedMemo(isAuthority);

function isAuthority(text: string): boolean {
  return AUTHORITY.test(text) && URL.canParse(`http://${text}`);
}

/** An address names a host, and its port may be left out where it is the usual one. */
function isSameHost(target: string, host: string): boolean {
  const [, scheme, authority] = /^(https?):\/\/([^/?#]*)/i.exec(target) ?? [];
  if (scheme === undefined || authority === undefined) return true;
  return isAuthority(authority) && new URL(`${scheme}://${authority}`).host === new URL(`${scheme}://${host}`).host;
}
