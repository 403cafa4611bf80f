import { BadRequestException, MethodNotAllowedException, NotFoundException } from '../http/exceptions';
import type { Request } from '../http/request';
import type { Response } from '../http/response';
import type { RouteDefinition } from '../http/route-definition';
import { allowOf } from './allow';
import { bodyTypes } from './body-types';
import { notAcceptable } from './body-writer';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import { KoaResponse } from './koa-response';
import { contentReader } from './read-content';
import { verifyHead } from './request-head';
import { WrappedCall } from './wrapped-call';

/**
 * Runs the guards and the resource method, or throws 404 or 405.
 *
 * Awaits only promises: with the request context tracked, each `await` is expensive on Node 20 and 22.
 *
 * @param request   the request that the last filter passed on
 * @param response  the response that the last filter passed on
 */
export async function endpoint(exchange: Exchange, request: Request, response: Response): Promise<void> {
  const { application, plan, found, request: own, slot } = exchange;
  verifyHead(own.ctx);
  if (own.path.includes('%')) verifyEncoding(own.path);
  for (const guard of plan.guards) {
    const principal = guard.checkRequest(request, response);
    own.principal = (isPromise(principal) ? await principal : principal) ?? own.principal;
  }
  const route = found?.match?.route;
  if (!route) return respondWithoutRoute(exchange, response);
  verifyQueryAndAccept(exchange);
  const { wrapper } = route;
  const mayWrap = wrapper && (wrapper.header === undefined || request.headers[wrapper.header]);
  if (mayWrap && wrapper.appliesTo(request)) return wrap(exchange, request, response);
  const receive = contentReader(exchange);
  const headRead = receive && route.readHead?.(request, response);
  const proceed = isPromise(headRead) ? await headRead : headRead;
  const reading = receive?.();
  if (reading) await (slot ? application.limiter!.receive(slot, own.ctx.req, reading) : reading);
  const before = exchange.response.content;
  const returned = proceed ? proceed() : route.handle(request, response);
  acceptReturned(exchange, response, isPromise(returned) ? await returned : returned, before);
}

/** Lets the route's wrapper run the resource method. */
async function wrap(exchange: Exchange, request: Request, response: Response): Promise<void> {
  const { application, slot, request: own } = exchange;
  const route = exchange.found!.match!.route;
  own.keepsBytes = route.wrapper!.needsBytes;
  const receive = contentReader(exchange);
  if (receive && (await isHeadAccepted(route, request, response))) {
    const reading = receive();
    await (slot ? application.limiter!.receive(slot, own.ctx.req, reading) : reading);
  } else if (receive) own.acceptContent(undefined);
  const call = async () => {
    const before = exchange.response.content;
    acceptReturned(exchange, response, await route.handle(request, response), before);
  };
  await route.wrapper!.wrap(new WrappedCall(exchange, request, call));
}

/** False for a request that the handler will reject without its body. */
async function isHeadAccepted(route: RouteDefinition, request: Request, response: Response): Promise<boolean> {
  try {
    await route.readHead?.(request, response);
    return true;
  } catch {
    return false;
  }
}

/**
 * Responds to OPTIONS.
 *
 * @see RFC 5789, "The Accept-Patch Header"
 * @throws NotFoundException, MethodNotAllowedException
 */
function respondWithoutRoute({ application, found, request }: Exchange, response: Response): void {
  if (!found) throw new NotFoundException(`No route matches ${request.originalPath}.`);
  const allow = allowOf(found.methods);
  if (request.method !== 'OPTIONS') {
    throw new MethodNotAllowedException(`The method ${request.method} is not allowed. Allowed: ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  response.setStatus(204).setHeader('Allow', allow);
  const patchTypes = found.patch ? bodyTypes(application.planOf(found.patch)) : [];
  if (patchTypes.length > 0) response.setHeader('Accept-Patch', patchTypes.join(', '));
}

/**
 * Rejects requests before the body is read.
 *
 * @throws BadRequestException for a malformed query, even if the route does not read it; NotAcceptableException
 */
function verifyQueryAndAccept({ request, plan }: Exchange): void {
  const { method, headers, ctx } = request;
  if (ctx.originalUrl.includes('?')) void request.query;
  if (method === 'GET' || method === 'HEAD') return;
  // A write fails before it has effects; a read later, because its content may have a Content-Type of its own.
  if (!plan.offers.choose(headers.accept)) throw notAcceptable(plan.offers.mediaTypes());
}

/**
 * Sets the returned value as the content, unless the method has set some; then the value is only closed at the end.
 *
 * @param before  the content before the call
 */
function acceptReturned(exchange: Exchange, response: Response, returned: unknown, before: unknown): void {
  const { response: own, found } = exchange;
  if (returned !== undefined) {
    if (response.hasContent) own.hold(returned);
    else response.setContent(returned).setStatus(200);
  }
  if (found!.match!.route.returnsPlainContent && response instanceof KoaResponse)
    response.isPlain = response.content !== before;
}

function verifyEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new BadRequestException('The path is not correctly percent-encoded.');
  }
}
