import type { Context } from 'koa';
import { BoundedMemo } from '../../foundation';
import { BadRequestException, RequestHeaderFieldsTooLargeException } from '../http/exceptions';
import { hostOf, schemeOf } from './forwarded';

/** In a Koa app of the host, Node drops headers beyond its own limit, 1,000 by default, without an error. */
const MAX_HEADERS = 500;

/** Names and values. */
export const MAX_RAW_HEADERS = 2 * MAX_HEADERS;

export const TOO_MANY_HEADERS = `The request has more than ${MAX_HEADERS} headers.`;

/** By length. If they are repeated, Node uses the first, while a proxy may use the last. */
const SINGLE_HEADERS: ReadonlyMap<number, string> = new Map(
  ['host', 'authorization', 'content-type'].map((name) => [name.length, name]),
);
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(:\d{1,5})?$/i;

/**
 * Rejects request heads that a proxy might interpret differently.
 *
 * @throws BadRequestException, RequestHeaderFieldsTooLargeException
 * @see RFC 9112, "Request Target"; RFC 9110, "Host and :authority"
 */
export function verifyHead(ctx: Context): void {
  const { req } = ctx;
  if (req.rawHeaders.length > MAX_RAW_HEADERS) throw new RequestHeaderFieldsTooLargeException(TOO_MANY_HEADERS);
  const repeated = repeatedHeader(req.rawHeaders);
  if (repeated) throw new BadRequestException(`The header ${repeated} is sent more than once.`);
  const { host } = req.headers;
  // HTTP/1.0 needs no Host; other versions without one are rejected by the connector.
  if (host !== undefined && !AUTHORITIES.of(host))
    throw new BadRequestException('The header Host is not a valid host.');
  // Only then are host and scheme taken from other headers.
  if (ctx.app.proxy || req.httpVersionMajor > 1) verifyForwarded(ctx);
  // A target that starts with a slash has no host.
  if (host !== undefined && !ctx.originalUrl.startsWith('/') && !isSameHost(ctx.originalUrl, host)) {
    throw new BadRequestException('The request target and the header Host name different hosts.');
  }
}

function verifyForwarded(ctx: Context): void {
  const host = hostOf(ctx);
  if (host !== (ctx.req.headers.host ?? '') && !isAuthority(host))
    throw new BadRequestException('The forwarded host is not a valid host.');
  const scheme = schemeOf(ctx);
  if (scheme !== 'http' && scheme !== 'https') {
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

/** Cached: a server has few names, and parsing is expensive. */
const AUTHORITIES = new BoundedMemo(isAuthority);

function isAuthority(text: string): boolean {
  return AUTHORITY.test(text) && URL.canParse(`http://${text}`);
}

/** Whether an absolute target has the host of the header, with default ports left out. */
function isSameHost(target: string, host: string): boolean {
  const [, scheme, authority] = /^(https?):\/\/([^/?#]*)/i.exec(target) ?? [];
  if (scheme === undefined || authority === undefined) return true;
  return isAuthority(authority) && new URL(`${scheme}://${authority}`).host === new URL(`${scheme}://${host}`).host;
}
