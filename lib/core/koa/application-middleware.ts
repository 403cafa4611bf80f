import type { Context, Next } from 'koa';
import { checkOptions, type OptionKinds } from '../../foundation';
import type { Readiness } from '../http/readiness';
import { HealthPages } from './health-pages';
import { pathBelow, pathOf } from './request-target';
import { serve } from './serve';
import type { ServedApplication } from './served-application';

/** A Koa middleware that serves an application. */
export type KoaMiddleware = (ctx: Context, next: Next) => Promise<void>;

export interface MiddlewareOptions {
  /**
   * Whether requests that match no route get 404, after the filters, rather than going on to the next middleware. False by
   * default.
   */
  readonly ownPrefix?: boolean;
  /** The path prefix of the application, relative to the path that the host has mounted it at; none by default. */
  readonly prefix?: string;
  /**
   * Returns the initial `request.attributes`, such as the user that the host has authenticated.
   *
   * @example `({ state }) => ({ user: state.user })`
   */
  readonly attributesOf?: (ctx: Context) => Readonly<Record<string, unknown>>;
  /** The path above the pages `live` and `ready`, relative to the prefix: `/health`. None without it. */
  readonly health?: string;
}

const OPTIONS = {
  ownPrefix: 'flag',
  prefix: 'name',
  attributesOf: 'function',
  health: 'name',
} satisfies OptionKinds<MiddlewareOptions>;

/**
 * @param served     called for each request; a stopped application passes requests on
 * @param readiness  of the application, for the pages of its health
 */
export function applicationMiddleware(
  served: () => ServedApplication | undefined,
  readiness: Readiness,
  options: MiddlewareOptions = {},
): KoaMiddleware {
  checkOptions(options, OPTIONS, 'middleware()');
  const { ownPrefix = false, prefix = '', attributesOf } = options;
  const base = prefix.replace(/\/$/, '');
  const health =
    options.health === undefined ? undefined : new HealthPages(options.health.replace(/\/$/, ''), readiness);
  return async (ctx, next) => {
    const path = pathBelow(pathOf(ctx.req.url ?? '/'), base);
    if (health && (path === health.live || path === health.ready)) return health.respond(ctx, path);
    const application = path === undefined ? undefined : served();
    const found = application?.table.find(ctx.method, path ?? '', ctx.req.headers['content-type']);
    if (path === undefined || !application || (!found && !ownPrefix)) return next();
    return serve(application, ctx, path, found, attributesOf?.(ctx));
  };
}
