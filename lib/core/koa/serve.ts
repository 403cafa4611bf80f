import type { Context } from 'koa';
import { isObject } from '../../foundation';
import { runFilters } from '../http/filter-chain';
import { answer, setStatus } from './answer';
import { endpoint } from './endpoint';
import { answerError } from './error-answer';
import { KoaRequest } from './koa-request';
import { KoaResponse } from './koa-response';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';

/**
 * Serves one request of an application: filters in order, then the body and the resource method, then the answer.
 *
 * Whatever fails on the way is answered once; what fails while a stream is going out cuts the connection. What the
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
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const request = new KoaRequest(ctx, path, found?.match, application.adapters);
  for (const [name, value] of Object.entries(attributes)) request.attributes.set(name, value);
  const response = new KoaResponse(ctx.res).setHeader('X-Request-Id', request.id);
  const recover = (error: unknown) => answerError(application, request, response, error);

  return application.within(request, async () => {
    await runFilters(
      application.filters,
      request,
      response,
      async (passedRequest, passedResponse) => {
        const headers = response.snapshot();
        try {
          const inVain = await endpoint(application, request, found, passedRequest, passedResponse);
          if (inVain !== undefined) response.hold(inVain);
        } catch (error) {
          response.resetTo(headers);
          throw error;
        }
      },
      recover,
    );
    const send = () => answer(application, request, response);
    try {
      await send();
    } catch (error) {
      if (ctx.res.destroyed && isLeftEarly(error)) return;
      await recover(error);
      await send().catch((failure) => answerPlainly(application, request, failure));
    }
  });
}

/** Of a stream that was closed because its reader had gone. */
function isLeftEarly(error: unknown): boolean {
  return isObject(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** When even the answer to the error cannot be written, as after an error handler that sets unwritable content. */
function answerPlainly({ logger }: ServedApplication, { ctx, id, method, originalPath }: KoaRequest, error: unknown) {
  logger.error(`[${id}] ${method} ${originalPath}: 500`, error);
  ctx.body = JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  ctx.set('Content-Type', 'application/problem+json');
  setStatus(ctx, 500);
}
