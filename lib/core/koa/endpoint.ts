import { writableTypes } from '../http/content-settings';
import { BadRequestException, MethodNotAllowedException, NotFoundException } from '../http/exceptions';
import { negotiate } from '../http/negotiation';
import type { Request } from '../http/request';
import type { Response } from '../http/response';
import type { RouteDefinition } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';
import { notAcceptable } from './body-writer';
import type { KoaRequest } from './koa-request';
import { KoaResponse } from './koa-response';
import { readContent } from './read-content';
import { verifyHead } from './request-head';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * What comes after the filters: the guards, then the resource method, or what is answered where there is none.
 *
 * @returns what the resource method returned in vain, as the response had content already
 */
export async function endpoint(
  application: ServedApplication,
  own: KoaRequest,
  found: FoundPath | undefined,
  request: Request,
  response: Response,
): Promise<unknown> {
  verifyHead(own.ctx);
  if (!isWellEncoded(own.path)) throw new BadRequestException('The path is not well percent-encoded.');
  for (const guard of application.guards) own.principal = (await guard.admit(request, response)) ?? own.principal;
  if (!found) throw new NotFoundException(`There is nothing at ${own.originalPath}.`);
  if (found.match) return callMethod(application, found.match.route, own, request, response);
  const allow = allowOf(found.methods);
  if (own.method !== 'OPTIONS') {
    throw new MethodNotAllowedException(`${own.method} is not one of ${allow}.`, { headers: { Allow: allow } });
  }
  response.setStatus(204).setHeader('Allow', allow);
  return undefined;
}

async function callMethod(
  application: ServedApplication,
  route: RouteDefinition,
  own: KoaRequest,
  request: Request,
  response: Response,
): Promise<unknown> {
  own.verifyQuery();
  const settings = application.settingsOf(route);
  // Refused before anything is written; a read is refused after it, for it may bring a Content-Type of its own.
  if (!SAFE_METHODS.has(own.method)) {
    const offered = writableTypes(settings);
    if (!negotiate(own.headers.accept, offered)) throw notAcceptable(offered);
  }
  await readContent(own, route, settings);
  const before = response.getContent();
  const returned = await route.handle(request, response);
  const isDropped = returned !== undefined && response.hasContent;
  if (returned !== undefined && !isDropped) response.setContent(returned).setStatus(200);
  if (route.isPlain && response instanceof KoaResponse && response.getContent() !== before) response.markPlain();
  return isDropped ? returned : undefined;
}

function allowOf(methods: readonly HttpMethod[]): string {
  const all = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  return all.sort().join(', ');
}

function isWellEncoded(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
