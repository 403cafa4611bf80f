import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import Koa, { type Context } from 'koa';
import {
  BadRequestException,
  NotFoundException,
  RequestHeaderFieldsTooLargeException,
  UriTooLongException,
} from '../http/exceptions';
import { HttpException } from '../http/http-exception';
import type { Logger } from '../http/logger';
import { allowOf } from './allow';
import type { HealthPages } from './health-pages';
import { REJECTED, respondWithProblem } from './host-problem';
import type { MetricsPage } from './metrics-page';
import type { NoteRejection } from './rejection-log';
import { MAX_RAW_HEADERS, TOO_MANY_HEADERS, verifyHead } from './request-head';
import { pathBelow, pathOf } from './request-target';
import { setStatus } from './respond';
import { serve } from './serve';
import type { ServedApplication } from './served-application';

/** An application and its path prefix. */
export interface Mount {
  /** Without a trailing slash; empty for the root. */
  readonly prefix: string;
  served(): ServedApplication | undefined;
}

export interface HostOptions {
  readonly mounts: readonly Mount[];
  /** The number of trusted proxies; 0 to ignore `X-Forwarded-*` headers. */
  readonly proxies: number;
  /** In bytes. */
  readonly limits: { readonly url: number; readonly headers: number };
  readonly logger: Logger;
  /** Notes what no application serves. */
  readonly rejected?: NoteRejection;
  /** Come before the applications. */
  readonly health?: HealthPages;
  /** Of the admin port. */
  readonly metrics?: MetricsPage;
}

/** The request listener of a server. */
export interface HttpHost {
  readonly listener: RequestListener;
  /** The value of `Allow` for the whole server: the methods of all applications. */
  allow(): string;
  /** Notes what is rejected before the listener gets it. */
  readonly rejected?: NoteRejection;
}

/** Serves several applications with one listener; the longest matching prefix wins. */
export function httpHost({ mounts, proxies, limits, logger, rejected, health, metrics }: HostOptions): HttpHost {
  const koa = new Koa({ proxy: proxies > 0, maxIpsCount: proxies });
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (!DISCONNECTED.has(error.code ?? '')) logger.error('A response failed', error);
  });
  const longestFirst = [...mounts].sort((a, b) => b.prefix.length - a.prefix.length);
  if (rejected) koa.on(REJECTED, rejected);
  koa.use((ctx) => {
    const rejection = rejectionByLimits(ctx, limits);
    if (rejection) return respondWithProblem(ctx, rejection);
    const { url = '/' } = ctx.req;
    if (url === '*') return respondForServer(ctx, allow());
    const path = pathOf(url);
    if (health && (path === health.live || path === health.ready)) return health.respond(ctx, path);
    if (metrics && path === metrics.path) return metrics.respond(ctx);
    return serveMounted(ctx, path, longestFirst);
  });
  const allow = () => allowOf([...new Set(mounts.flatMap(({ served }) => served()?.table.methods ?? []))]);
  return { listener: koa.callback(), allow, rejected };
}

/**
 * Responds to a request with the target `*`.
 *
 * @see RFC 9110, "OPTIONS"
 */
function respondForServer(ctx: Context, allow: string): void {
  const rejection = rejectionOfHead(ctx);
  if (rejection) return respondWithProblem(ctx, rejection);
  if (ctx.method !== 'OPTIONS') {
    return respondWithProblem(ctx, new BadRequestException(`${ctx.method} needs a path: "*" is for OPTIONS alone.`));
  }
  ctx.set({ Allow: allow, 'X-Request-Id': randomUUID() });
  setStatus(ctx, 204);
}

function rejectionOfHead(ctx: Context): HttpException | undefined {
  try {
    verifyHead(ctx);
    return undefined;
  } catch (error) {
    if (error instanceof HttpException) return error;
    throw error;
  }
}

/** The first mount with the path takes the request, even if its application is not started. */
function serveMounted(ctx: Context, whole: string, mounts: readonly Mount[]): Promise<void> | undefined {
  for (const { prefix, served } of mounts) {
    const path = pathBelow(whole, prefix);
    if (path === undefined) continue;
    const application = served();
    return application
      ? serve(application, ctx, path, application.table.find(ctx.req.method!, path, ctx.req.headers['content-type']))
      : respondNotFound(ctx);
  }
  return respondNotFound(ctx);
}

const DISCONNECTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Checks URL and headers separately: Node only limits both together. */
function rejectionByLimits({ req }: Context, limits: HostOptions['limits']): HttpException | undefined {
  if (Buffer.byteLength(req.url ?? '') > limits.url) {
    return new UriTooLongException(`The URL is longer than ${limits.url} bytes.`);
  }
  const { rawHeaders } = req;
  if (rawHeaders.length > MAX_RAW_HEADERS) return new RequestHeaderFieldsTooLargeException(TOO_MANY_HEADERS);
  let size = 2 * rawHeaders.length;
  for (const part of rawHeaders) size += part.length;
  if (size <= limits.headers) return undefined;
  return new RequestHeaderFieldsTooLargeException(`The headers are larger than ${limits.headers} bytes.`);
}

function respondNotFound(ctx: Context): undefined {
  respondWithProblem(ctx, new NotFoundException(`No route matches ${pathOf(ctx.originalUrl)}.`));
}
