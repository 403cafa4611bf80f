import type { Context, Next } from 'koa';
import { pathBelow, pathOf } from './request-target';
import { serve } from './serve';
import type { ServedApplication } from './served-application';

/** A Koa middleware that serves an application. */
export type KoaMiddleware = (ctx: Context, next: Next) => Promise<void>;

export interface MiddlewareOptions {
  /**
   * Whether every path below the prefix is the application's, so that unknown paths get 404
   * after its filters; otherwise such requests go on to the next middleware. False by default.
   */
  readonly ownPrefix?: boolean;
  /** Where the application's paths begin, in addition to what the host has taken off already; none by default. */
  readonly prefix?: string;
  /**
   * The values of a request that the host hands on as `request.attributes`: its user, for an authenticator to read.
   *
   * @example `({ state }) => ({ user: state.user })`
   */
  readonly attributesOf?: (ctx: Context) => Readonly<Record<string, unknown>>;
}

/** @param served  asked at each request: an application that has stopped passes everything on */
export function applicationMiddleware(
  served: () => ServedApplication | undefined,
  { ownPrefix = false, prefix = '', attributesOf }: MiddlewareOptions = {},
): KoaMiddleware {
  const base = prefix.replace(/\/$/, '');
  return async (ctx, next) => {
    const path = pathBelow(pathOf(ctx.req.url ?? '/'), base);
    const application = path === undefined ? undefined : served();
    const found = application?.table.find(ctx.method, path ?? '', ctx.req.headers['content-type']);
    if (path === undefined || !application || (!found && !ownPrefix)) return next();
    return serve(application, ctx, path, found, attributesOf?.(ctx));
  };
}
