import type { ExceptionHandler } from '../http/exception-mapping';
import { InternalServerErrorException } from '../http/exceptions';
import type { HttpException } from '../http/http-exception';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import { writtenExtensions } from '../http/written-content';
import type { KoaRequest } from './koa-request';
import type { KoaResponse } from './koa-response';
import type { ServedApplication } from './served-application';

/**
 * Answers an error as the application's handlers and mappings say; a 5xx is logged.
 *
 * Never rejects: an error while answering is logged and answered with 500.
 */
export async function answerError(
  application: ServedApplication,
  request: KoaRequest,
  response: KoaResponse,
  error: unknown,
): Promise<void> {
  response.resetForError(error);
  try {
    const translation = application.exceptions.translate(error);
    if ('handler' in translation) await handle(application, request, response, translation.handler, error);
    else answerException(application, request, response, await translation.exception);
  } catch (failure) {
    response.resetForError(error);
    answerException(application, request, response, new InternalServerErrorException(undefined, { cause: failure }));
  }
}

/** A handler that sets neither content nor status has answered nothing: 500, as for an error that nothing is known of. */
async function handle(
  application: ServedApplication,
  request: KoaRequest,
  response: KoaResponse,
  handler: ExceptionHandler,
  error: unknown,
): Promise<void> {
  await handler.handle(request, response, error);
  if (response.hasContent || response.hasStatus) return;
  answerException(application, request, response, new InternalServerErrorException(undefined, { cause: error }));
}

function answerException(
  { logger, adapters }: ServedApplication,
  request: KoaRequest,
  response: KoaResponse,
  exception: HttpException,
): void {
  if (exception.status >= 500) {
    logger.error(
      `[${request.id}] ${request.method} ${request.originalPath}: ${exception.status}`,
      exception.cause ?? exception,
    );
  }
  for (const [name, value] of Object.entries(exception.headers)) response.setHeader(name, value);
  response
    .setStatus(exception.status)
    .setHeader('Content-Type', PROBLEM_MEDIA_TYPE)
    .setContent(
      JSON.stringify(problemOf(exception, request, writtenExtensions(exception.extensions, adapters, request))),
    );
}
