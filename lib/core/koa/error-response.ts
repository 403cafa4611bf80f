import { plainExtensions } from '../http/convert-content';
import type { ExceptionHandler } from '../http/exception-mapping';
import { InternalServerErrorException } from '../http/exceptions';
import type { HttpException } from '../http/http-exception';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import type { Exchange } from './exchange';

/**
 * Responds to an error by the application's handlers and mappings; a 5xx is logged.
 *
 * Never rejects: if a handler fails, its error is logged and the response is 500.
 */
export async function respondToError(exchange: Exchange, error: unknown): Promise<void> {
  const { application, response, found, request } = exchange;
  response.resetForError(error);
  try {
    const headers = found?.match?.route.errorHeaders?.(request) ?? {};
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const translation = application.exceptions.translate(error);
    if ('handler' in translation) await handle(exchange, translation.handler, error);
    else respondWithProblem(exchange, await translation.exception);
  } catch (failure) {
    response.resetForError(error);
    respondWithProblem(exchange, new InternalServerErrorException(undefined, { cause: failure }));
  }
}

/** If the handler sets neither content nor status, the response is a 500. */
async function handle(exchange: Exchange, handler: ExceptionHandler, error: unknown): Promise<void> {
  const { request, response } = exchange;
  await handler.handle(request, response, error);
  if (response.hasContent || response.hasStatus) return;
  respondWithProblem(exchange, new InternalServerErrorException(undefined, { cause: error }));
}

function respondWithProblem(exchange: Exchange, exception: HttpException): void {
  const { application, request, response } = exchange;
  const { adapters } = application;
  if (exception.status >= 500) logFailure(exchange, exception);
  for (const [name, value] of Object.entries(exception.headers)) response.setHeader(name, value);
  response
    .setStatus(exception.status)
    .setHeader('Content-Type', PROBLEM_MEDIA_TYPE)
    .setContent(
      JSON.stringify(problemOf(exception, request, plainExtensions(exception.extensions, adapters, request))),
    );
}

function logFailure({ application: { logger, outages }, request }: Exchange, exception: HttpException): void {
  const line = `[${request.id}] ${request.method} ${request.originalPath}: ${exception.status}`;
  // The detail is the message; a mapped error, which is only the cause, has its own.
  const error = exception.message ? exception : (exception.cause ?? exception);
  if (exception.outage === undefined) logger.error(line, error);
  else outages.note(exception.outage, line, error);
}
