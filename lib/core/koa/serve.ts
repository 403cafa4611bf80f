import type { Context } from 'koa';
import { deadlines, isObject } from '../../foundation';
import { runFilters } from '../http/filter-chain';
import type { Request } from '../http/request';
import type { Response } from '../http/response';
import { admit } from './admit';
import { endpoint } from './endpoint';
import { respondToError } from './error-response';
import { type Exchange, inContext } from './exchange';
import { KoaRequest } from './koa-request';
import { KoaResponse } from './koa-response';
import { observe } from './observe';
import { respond, setStatus } from './respond';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';
import { respondIfKnown } from './tagged-response';

/**
 * Serves a request of an application: runs filters, guards and the resource method, and writes the response.
 *
 * Every failure leads to exactly one response; a failure while streaming closes the connection.
 *
 * @param path        as sent, below the application's prefix
 * @param attributes  the initial attributes of the request, from the host
 */
export function serve(
  application: ServedApplication,
  ctx: Context,
  path: string,
  found: FoundPath | undefined,
  attributes?: Readonly<Record<string, unknown>>,
): Promise<void> {
  application.inFlight.track(ctx.res);
  const request = new KoaRequest(ctx, path, found?.match, application.adapters, attributes);
  const response = new KoaResponse(ctx.res, request.id);
  const plan = application.planOf(request.route);
  const exchange: Exchange = { application, plan, found, request, response };
  if (request.headers['if-none-match'] !== undefined) {
    response.respondIfTagKnown = (tag, isList) => respondIfKnown(exchange, tag, isList);
  }
  const { deadlineMs } = application;
  const scope = plan.needsContext
    ? application.contextOf(request, plan)
    : { limitMs: deadlineMs, atMs: performance.now() + deadlineMs, observer: undefined };
  if (application.observers.length > 0) observe(application, request, scope);
  const { limiter } = application;
  if (limiter && plan.pace) {
    exchange.slot = limiter.enter(plan.pace);
    if (!exchange.slot) return admit(exchange, () => deadlines.run(scope, runExchange, exchange));
  }
  return deadlines.run(scope, runExchange, exchange);
}

async function runExchange(exchange: Exchange): Promise<void> {
  const { application, request, response, slot } = exchange;
  try {
    await (application.filters.length > 0 ? throughFilters(exchange) : endpoint(exchange, request, response));
  } catch (error) {
    response.resetTo(response.initialHeaders);
    await recover(exchange, error);
  }
  try {
    for (const filter of application.responseFilters) filter.finish(request, response);
    const sending = respond(exchange);
    if (sending) await sending;
  } catch (error) {
    await respondToFailure(exchange, error);
  } finally {
    if (slot) application.limiter!.leave(slot);
  }
}

/** Never rejects: filters see the response to an error, with the headers that were set before the endpoint. */
function throughFilters(exchange: Exchange): Promise<void> {
  const { application, request, response } = exchange;
  const step = async (filteredRequest: Request, filteredResponse: Response) => {
    const headers = response.snapshot();
    try {
      await endpoint(exchange, filteredRequest, filteredResponse);
    } catch (error) {
      response.resetTo(headers);
      throw error;
    }
  };
  return runFilters(application.filters, request, response, step, (error) => recover(exchange, error));
}

function recover(exchange: Exchange, error: unknown): Promise<void> {
  return inContext(exchange, () => respondToError(exchange, error));
}

async function respondToFailure(exchange: Exchange, error: unknown): Promise<void> {
  if (exchange.request.ctx.res.destroyed && isPrematureClose(error)) return;
  await recover(exchange, error);
  try {
    await respond(exchange);
  } catch (failure) {
    inContext(exchange, () => respondPlainly(exchange, failure));
  }
}

/** Whether a stream was closed because the client disconnected. */
function isPrematureClose(error: unknown): boolean {
  return isObject(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Responds with 500 if the error response cannot be written, for example if a handler sets unwritable content. */
function respondPlainly({ application, request: { ctx, id, method, originalPath } }: Exchange, error: unknown): void {
  application.logger.error(`[${id}] ${method} ${originalPath}: 500`, error);
  ctx.body = JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  ctx.set('Content-Type', 'application/problem+json');
  setStatus(ctx, 500);
}
