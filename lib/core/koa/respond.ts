import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { deadlines } from '../../foundation';
import { BODILESS } from './bodiless';
import { headOfStream, isStream, type WrittenBody, writeBody, writeStreamed } from './body-writer';
import { type Exchange, inContext } from './exchange';
import { isPromise } from './held-content';
import type { KoaResponse } from './koa-response';
import { entityTagOf, isKnown } from './tagged-response';

/**
 * Writes a response to Koa's context, which sends it.
 *
 * @returns undefined if nothing is pending
 */
export function respond(exchange: Exchange): Promise<void> | undefined {
  const { response } = exchange;
  if (response.isHeld) return respondWithHeld(exchange);
  if (response.content === undefined || BODILESS.has(response.status)) return respondWithoutBody(exchange);
  const written = writeBody(exchange);
  return isPromise(written) ? written.then((body) => send(exchange, body)) : send(exchange, written);
}

/** Responds with a promise, a stream, or a value that only looks like one. */
async function respondWithHeld(exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { content } = response;
  if (isPromise(content)) {
    response.setContent(await content);
    return respond(exchange);
  }
  if (BODILESS.has(response.status)) return respondWithoutBody(exchange);
  if (!isStream(content)) return send(exchange, await writeBody(exchange));
  if (request.method === 'HEAD') return send(exchange, { ...headOfStream(exchange, content), body: Readable.from([]) });
  return send(exchange, await writeStreamed(exchange, content));
}

/** Closes the connection if the stream fails; Koa would respond with a text page of its own. */
function closeOnError(exchange: Exchange, body: Readable): void {
  const { ctx, id, method, originalPath } = exchange.request;
  // Replaces Koa's handler, which would also report the error to the host application.
  ctx.onerror = (error: Error | null) => {
    if (error) ctx.res.destroy();
  };
  const log = (error: unknown) =>
    exchange.application.logger.error(`[${id}] ${method} ${originalPath}: the stream failed`, error);
  body.once('error', (error) => {
    if (!ctx.res.destroyed) inContext(exchange, () => log(error));
  });
}

function send(exchange: Exchange, written: WrittenBody): undefined {
  const { response, request } = exchange;
  const { ctx } = request;
  const { body, contentType, isNegotiated } = written;
  const entityTag = response.tag && entityTagOf(exchange, response.tag, written);
  if (entityTag && request.headers['if-none-match'] !== undefined && isKnown(exchange, entityTag)) {
    return respondNotModified(exchange, entityTag, written);
  }
  if (body instanceof Readable) {
    // Each of its pieces has a bound of its own.
    const deadline = deadlines.getStore();
    if (deadline) deadline.atMs = Number.POSITIVE_INFINITY;
    if (request.method !== 'HEAD') closeOnError(exchange, body);
  }
  setHeaders(ctx, response);
  if (entityTag && !ctx.headerSent) ctx.res.setHeader('ETag', entityTag);
  ctx.set('Content-Type', contentType);
  if (isNegotiated || response.isVaried) ctx.vary('Accept');
  // Koa sets Content-Length for serialized content.
  ctx.body = body;
  setStatus(ctx, response.status);
}

/** Responds with 304, with the headers for caches. */
function respondNotModified(exchange: Exchange, entityTag: string, { isNegotiated }: WrittenBody): undefined {
  const { response } = exchange;
  response.setStatus(304).setHeader('ETag', entityTag).removeHeader('Content-Type').removeHeader('Link');
  response.isVaried = isNegotiated;
  respondWithoutBody(exchange);
}

function respondWithoutBody({ request: { ctx }, response }: Exchange): undefined {
  setHeaders(ctx, response);
  ctx.body = '';
  if (!response.getHeader('content-type')) ctx.remove('Content-Type');
  if (response.isVaried) ctx.vary('Accept');
  setStatus(ctx, response.status);
}

/** Bypasses Koa, which throws for unknown status codes. */
export function setStatus({ res }: Context, status: number): void {
  res.statusCode = status;
  res.statusMessage = STATUS_CODES[status] ?? '';
}

/** Sets text values on Node's response, which is faster than `ctx.set`. */
function setHeaders(ctx: Context, { headers }: KoaResponse): void {
  if (ctx.res.headersSent) return;
  for (const { name, value } of headers) {
    if (typeof value === 'string') ctx.res.setHeader(name, value);
    else ctx.set(name, value as string[]);
  }
}
