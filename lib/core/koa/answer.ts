import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { headOfStream, isStream, type WrittenBody, writeBody } from './body-writer';
import { type Exchange, inContext } from './exchange';
import { isPromise } from './held-content';
import type { KoaResponse } from './koa-response';

const BODILESS = new Set([204, 205, 304]);

/**
 * Writes a response to Koa's context, which sends it.
 *
 * @returns undefined where there is nothing to wait for
 */
export function answer(exchange: Exchange): Promise<void> | undefined {
  const { request, response } = exchange;
  if (response.pending) return answerPending(exchange, response.pending);
  if (BODILESS.has(response.status) || !response.hasContent) return answerWithoutBody(request.ctx, response);
  if (request.method === 'HEAD' && isStream(response.getContent())) {
    return send(exchange, { ...headOfStream(exchange), body: Readable.from([]) });
  }
  const written = writeBody(exchange);
  return isPromise(written) ? written.then((body) => send(exchange, body)) : send(exchange, written);
}

async function answerPending(exchange: Exchange, pending: PromiseLike<unknown>): Promise<void> {
  exchange.response.setContent(await pending);
  await answer(exchange);
}

/** Koa would answer an error that comes before the first byte is sent with a page of text: the connection goes instead. */
function cutOnError(exchange: Exchange, body: Readable): void {
  const { ctx, id, method, originalPath } = exchange.request;
  // It is logged here, once: the host, to which Koa would hand it on as well, need not know.
  ctx.onerror = (error: Error | null) => {
    if (error) ctx.res.destroy();
  };
  const log = (error: unknown) =>
    exchange.application.logger.error(`[${id}] ${method} ${originalPath}: broke off while streaming`, error);
  body.once('error', (error) => {
    if (!ctx.res.destroyed) inContext(exchange, () => log(error));
  });
}

function send(exchange: Exchange, { body, contentType, isNegotiated }: WrittenBody): undefined {
  const { response, request } = exchange;
  const { ctx } = request;
  if (body instanceof Readable && request.method !== 'HEAD') cutOnError(exchange, body);
  setHeaders(ctx, response);
  ctx.set('Content-Type', contentType);
  if (isNegotiated) ctx.vary('Accept');
  // Koa counts the length of what was serialized: one of its own holds for bytes that pass through only.
  ctx.body = body;
  setStatus(ctx, response.status);
}

function answerWithoutBody(ctx: Context, response: KoaResponse): undefined {
  setHeaders(ctx, response);
  ctx.body = '';
  if (!response.getHeader('content-type')) ctx.remove('Content-Type');
  setStatus(ctx, response.status);
}

/** Koa refuses statuses that it does not know, and keeps the words of the one before. */
export function setStatus({ res }: Context, status: number): void {
  res.statusCode = status;
  res.statusMessage = STATUS_CODES[status] ?? '';
}

function setHeaders(ctx: Context, response: KoaResponse): void {
  for (const { name, value } of response.headers) ctx.set(name, value as string | string[]);
}
