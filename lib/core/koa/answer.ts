import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { headOfStream, isStream, type WrittenBody, writeBody } from './body-writer';
import type { KoaRequest } from './koa-request';
import type { KoaResponse } from './koa-response';
import type { ServedApplication } from './served-application';

const BODILESS = new Set([204, 205, 304]);

/** Writes a response to Koa's context, which sends it. */
export async function answer(
  application: ServedApplication,
  request: KoaRequest,
  response: KoaResponse,
): Promise<void> {
  const { ctx } = request;
  if (response.pending) response.setContent(await response.pending);
  if (BODILESS.has(response.status) || !response.hasContent) return answerWithoutBody(ctx, response);
  const settings = application.settingsOf(request.route);
  if (ctx.method === 'HEAD' && isStream(response.getContent())) {
    return send(ctx, response, { ...headOfStream(request, response, settings), body: Readable.from([]) });
  }
  const written = await writeBody(request, response, settings, application.adapters);
  if (written.body instanceof Readable) cutOnError(application, request, written.body);
  send(ctx, response, written);
}

/** Koa would answer an error that comes before the first byte is sent with a page of text: the connection goes instead. */
function cutOnError(
  { logger }: ServedApplication,
  { ctx, id, method, originalPath }: KoaRequest,
  body: Readable,
): void {
  // It is logged here, once: the host, to which Koa would hand it on as well, need not know.
  ctx.onerror = (error: Error | null) => {
    if (error) ctx.res.destroy();
  };
  body.once('error', (error) => {
    if (!ctx.res.destroyed) logger.error(`[${id}] ${method} ${originalPath}: broke off while streaming`, error);
  });
}

function send(ctx: Context, response: KoaResponse, { body, contentType, isNegotiated }: WrittenBody): void {
  setHeaders(ctx, response);
  ctx.set('Content-Type', contentType);
  if (isNegotiated) ctx.vary('Accept');
  ctx.body = body;
  // A length of its own holds for bytes that pass through only: what was serialized is counted by Koa.
  if (!(body instanceof Readable)) ctx.length = Buffer.byteLength(body);
  setStatus(ctx, response.status);
}

function answerWithoutBody(ctx: Context, response: KoaResponse): void {
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
  for (const [name, value] of response.headers) ctx.set(name, value as string | string[]);
}
