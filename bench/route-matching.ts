import Router from '@koa/router';
import type { Context } from 'koa';
import { Application, type HttpMethod, type KoaMiddleware } from 'koaggregate/core';

/** In microseconds. */
export interface Matching {
  readonly ours: number;
  readonly handwritten: number;
}

const SIZES = [10, 100, 1000];
const ROUNDS = 3;
const BATCH_US = 30_000;

const ROUTES: readonly (readonly [HttpMethod, string])[] = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/{id}'],
  ['PUT', '/{id}'],
  ['DELETE', '/{id}'],
];

/**
 * The CPU time of route matching, with five routes per resource.
 *
 * The path has the prefix of the last resource, but matches no route. So all candidate patterns are tried, and then the next
 * middleware is called: nothing but matching is measured.
 */
export async function measureRouteMatching(): Promise<ReadonlyMap<string, Matching>> {
  const lowest = new Map<string, Matching>();
  for (const size of SIZES) {
    const matchers = { ours: await ourMatcher(size), handwritten: routerMatcher(size) };
    const path = `/resource${size - 1}/7/nothing`;
    const best = { ours: Infinity, handwritten: Infinity };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of ['ours', 'handwritten'] as const) {
        const us = await cpuPerMatch(matchers[name], path);
        // Round 0 warms up.
        if (round > 0) best[name] = Math.min(best[name], us);
      }
    }
    lowest.set(`match among ${size} resources`, best);
  }
  return lowest;
}

async function ourMatcher(size: number): Promise<KoaMiddleware> {
  const application = new Application({ configuration: { name: 'matching' } });
  for (const [method, path] of paths(size)) {
    application.addRoute({ method, path, name: `${method} ${path}`, handle: () => undefined });
  }
  await application.start();
  return application.middleware();
}

function routerMatcher(size: number): KoaMiddleware {
  const router = new Router();
  for (const [method, path] of paths(size)) router.register(path.replace('{id}', ':id'), [method], () => undefined);
  return router.routes() as unknown as KoaMiddleware;
}

function paths(size: number): (readonly [HttpMethod, string])[] {
  const names = Array.from({ length: size }, (_, index) => `/resource${index}`);
  return names.flatMap((name) => ROUTES.map(([method, suffix]) => [method, name + suffix] as const));
}

async function cpuPerMatch(middleware: KoaMiddleware, path: string): Promise<number> {
  let passed = 0;
  const next = async () => void passed++;
  const start = process.cpuUsage();
  let usedUs = 0;
  let matches = 0;
  while (usedUs < BATCH_US) {
    for (let repeat = 0; repeat < 50; repeat++) await middleware(contextOf(path), next);
    matches += 50;
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system;
  }
  if (passed !== matches) throw new Error(`${path} must match no route.`);
  return usedUs / matches;
}

/** The parts of a Koa context that the middlewares read before they call next(). */
function contextOf(path: string): Context {
  return { method: 'GET', path, req: { url: path, headers: {} } } as unknown as Context;
}
