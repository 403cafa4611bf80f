import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import Koa, { type Context } from 'koa';
import { NotFoundException, RequestHeaderFieldsTooLargeException, UriTooLongException } from '../http/exceptions';
import type { HttpException } from '../http/http-exception';
import type { Logger } from '../http/logger';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import { setStatus } from './answer';
import { applicationMiddleware } from './application-middleware';
import { hasTooManyHeaders, TOO_MANY_HEADERS } from './request-head';
import { pathBelow, pathOf } from './request-target';
import type { ServedApplication } from './served-application';

/** Where an application is served. */
export interface Mount {
  /** Without a slash at its end; empty for the root. */
  readonly prefix: string;
  served(): ServedApplication | undefined;
}

export interface HostOptions {
  readonly mounts: readonly Mount[];
  /** How many proxies stand before the server; 0 where `X-Forwarded-*` headers are not believed. */
  readonly proxies: number;
  /** In bytes. */
  readonly limits: { readonly url: number; readonly headers: number };
  readonly logger: Logger;
}

/** Several applications at several paths, as one listener for a server: the longest prefix takes the request. */
export function httpHost({ mounts, proxies, limits, logger }: HostOptions): RequestListener {
  const koa = new Koa({ proxy: proxies > 0, maxIpsCount: proxies });
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (!CLIENT_WENT_AWAY.has(error.code ?? '')) logger.error('An answer failed', error);
  });
  koa.use(async (ctx, next) => {
    const refusal = refuse(ctx, limits);
    return refusal ? answerProblem(ctx, refusal) : next();
  });
  for (const { prefix, served } of [...mounts].sort((a, b) => b.prefix.length - a.prefix.length)) {
    const middleware = applicationMiddleware(served, { prefix, ownPrefix: true });
    koa.use((ctx, next) =>
      pathBelow(pathOf(ctx.req.url ?? '/'), prefix) === undefined ? next() : middleware(ctx, notFound(ctx)),
    );
  }
  koa.use((ctx) => notFound(ctx)());
  return koa.callback();
}

const CLIENT_WENT_AWAY = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Node counts request line and headers together; the answer tells the two apart. */
function refuse({ req }: Context, limits: HostOptions['limits']): HttpException | undefined {
  if (Buffer.byteLength(req.url ?? '') > limits.url) {
    return new UriTooLongException(`The URL is longer than ${limits.url} bytes.`);
  }
  if (hasTooManyHeaders(req)) return new RequestHeaderFieldsTooLargeException(TOO_MANY_HEADERS);
  const size = req.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  if (size <= limits.headers) return undefined;
  return new RequestHeaderFieldsTooLargeException(`The headers are larger than ${limits.headers} bytes.`);
}

function notFound(ctx: Context): () => Promise<void> {
  return async () => answerProblem(ctx, new NotFoundException(`There is nothing at ${pathOf(ctx.originalUrl)}.`));
}

function answerProblem(ctx: Context, exception: HttpException): void {
  const id = randomUUID();
  ctx.body = JSON.stringify(problemOf(exception, { originalPath: pathOf(ctx.originalUrl), id }));
  ctx.set({ ...exception.headers, 'Content-Type': PROBLEM_MEDIA_TYPE, 'X-Request-Id': id });
  setStatus(ctx, exception.status);
}
