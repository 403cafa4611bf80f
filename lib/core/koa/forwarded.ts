import type { TLSSocket } from 'node:tls';
import type { Context } from 'koa';

/**
 * The host that the client has named, unchecked; empty for HTTP/1.0 clients that send none.
 *
 * Koa takes the first element of `X-Forwarded-Host`, which the client may have sent.
 */
export function hostOf(ctx: Context): string {
  const { headers, httpVersionMajor } = ctx.req;
  const authority = httpVersionMajor > 1 ? headers[':authority'] : undefined;
  return forwarded(ctx, 'x-forwarded-host') ?? String(authority ?? headers.host ?? '');
}

/** The scheme that the client uses, in lower case, unchecked. */
export function schemeOf(ctx: Context): string {
  if ((ctx.req.socket as Partial<TLSSocket>).encrypted) return 'https';
  return forwarded(ctx, 'x-forwarded-proto')?.toLowerCase() ?? 'http';
}

/**
 * The element of a header that the outermost trusted proxy wrote, counted from the end as the client address is. A proxy
 * appends an element or replaces the header, so elements before it are the client's.
 *
 * A Koa app of the host that trusts its proxy without a number is taken to have one.
 *
 * @returns undefined without a proxy, and without the header
 */
function forwarded({ app, req }: Context, name: string): string | undefined {
  // Node joins repeated headers.
  const sent = app.proxy ? String(req.headers[name] ?? '').trim() : '';
  if (sent === '') return undefined;
  const elements = sent.split(',');
  return elements[Math.max(0, elements.length - Math.max(1, app.maxIpsCount))]!.trim();
}
