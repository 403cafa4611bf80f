import type { Context } from 'koa';
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
 * Whatever fails on the way is answered once; what fails while a stream is going out cuts the connection.
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
  const response = new KoaResponse().setHeader('X-Request-Id', request.id);
  const recover = (error: unknown) => answerError(application, request, response, error);

  return application.within(request, async () => {
    await runFilters(
      application.filters,
      request,
      response,
      async (passedRequest, passedResponse) => {
        const headers = response.snapshot();
        try {
          await endpoint(application, request, found, passedRequest, passedResponse);
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
      await recover(error);
      await send().catch(() => answerPlainly(ctx));
    }
  });
}

/** When even the answer to the error cannot be written, as after an error handler that sets unwritable content. */
function answerPlainly(ctx: Context): void {
  ctx.body = JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  ctx.set('Content-Type', 'application/problem+json');
  setStatus(ctx, 500);
}
