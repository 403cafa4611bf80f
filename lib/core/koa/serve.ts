import type { Context } from 'koa';
import { isObject } from '../../foundation';
import { runFilters } from '../http/filter-chain';
import type { Request } from '../http/request';
import type { Response } from '../http/response';
import { endpoint } from './endpoint';
import { respondToError } from './error-response';
import { type Exchange, inContext } from './exchange';
import { KoaRequest } from './koa-request';
import { KoaResponse } from './koa-response';
import { respond, setStatus } from './respond';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';
import { respondIfKnown } from './tagged-response';

/**
 * Serves one request of an application: filters in order, then the body and the resource method, then the response.
 *
 * Any failure on the way gets one response; what fails while a stream is going out cuts the connection. What the
 * response was given to send is closed when it is over, sent or not.
 *
 * @param path        below the application's prefix, as it was sent
 * @param attributes  of the request, from its host
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
    response.known = (tag, isList) => respondIfKnown(exchange, tag, isList);
  }
  return plan.needsContext ? application.within(request, plan, () => carryOut(exchange)) : carryOut(exchange);
}

async function carryOut(exchange: Exchange): Promise<void> {
  const { application, request, response } = exchange;
  try {
    await (application.filters.length > 0 ? throughFilters(exchange) : endpoint(exchange, request, response));
  } catch (error) {
    response.resetTo(response.begun);
    await recover(exchange, error);
  }
  try {
    for (const filter of application.responseFilters) filter.finish(request, response);
    const sending = respond(exchange);
    if (sending) await sending;
  } catch (error) {
    await respondToFailure(exchange, error);
  }
}

/** Never rejects: every filter sees the response to an error, and the headers that were set before it. */
function throughFilters(exchange: Exchange): Promise<void> {
  const { application, request, response } = exchange;
  const reach = async (passedRequest: Request, passedResponse: Response) => {
    const headers = response.snapshot();
    try {
      await endpoint(exchange, passedRequest, passedResponse);
    } catch (error) {
      response.resetTo(headers);
      throw error;
    }
  };
  return runFilters(application.filters, request, response, reach, (error) => recover(exchange, error));
}

function recover(exchange: Exchange, error: unknown): Promise<void> {
  return inContext(exchange, () => respondToError(exchange, error));
}

async function respondToFailure(exchange: Exchange, error: unknown): Promise<void> {
  if (exchange.request.ctx.res.destroyed && isLeftEarly(error)) return;
  await recover(exchange, error);
  try {
    await respond(exchange);
  } catch (failure) {
    inContext(exchange, () => respondPlainly(exchange, failure));
  }
}

/** Of a stream that was closed because its reader had gone. */
function isLeftEarly(error: unknown): boolean {
  return isObject(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** When even the response to the error cannot be written, as after an error handler that sets unwritable content. */
function respondPlainly({ application, request: { ctx, id, method, originalPath } }: Exchange, error: unknown): void {
  application.logger.error(`[${id}] ${method} ${originalPath}: 500`, error);
  ctx.body = JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  ctx.set('Content-Type', 'application/problem+json');
  setStatus(ctx, 500);
}
