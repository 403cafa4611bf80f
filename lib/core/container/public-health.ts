import type { Logger } from '../http/logger';
import type { HealthPages } from '../koa/health-pages';
import { pathBelow } from '../koa/request-target';
import type { Application } from './application';
import type { MountedApplication } from './mounting';

/** The pages of the health for the public ports. None where a route of an application has one of their paths. */
export function publicHealth(
  pages: HealthPages,
  mounted: readonly MountedApplication[],
  logger: Logger,
): HealthPages | undefined {
  const taken = mounted.find(({ prefix, application }) =>
    [pages.live, pages.ready].some((path) => hasRoute(application, path, prefix)),
  );
  if (!taken) return pages;
  const { name } = taken.application.constructor;
  logger.warn(`${name} has a route with the path of ${pages.live} or ${pages.ready}, and serves it: set health.path.`);
  return undefined;
}

function hasRoute({ served }: Application, path: string, prefix: string): boolean {
  const below = pathBelow(path, prefix);
  return below !== undefined && served?.table.find('GET', below) !== undefined;
}
