import { BadRequestException, UnsupportedMediaTypeException } from '../http/exceptions';
import type { RouteUploads } from '../http/route-description';
import { sendContinue } from './awaited-continue';
import { bodyReader, bodyTypes, takesType } from './body-types';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import { hostBytes, hostContent } from './host-content';
import type { KoaRequest } from './koa-request';
import { readBytes, tooLarge } from './read-bytes';
import { receiveBytes } from './receive-bytes';
import type { RoutePlan } from './route-plan';
import { verifyItems } from './verify-items';

/**
 * Checks what the headers say of the body of a request, and returns the function that receives it and sets the content.
 *
 * @returns undefined if there is no body to wait for
 * @throws BadRequestException 400 for a missing body, UnsupportedMediaTypeException 415 with `Accept`; the function also
 *         BadRequestException 400 for a malformed body, ContentTooLargeException 413
 */
export function contentReader({ request, plan }: Exchange): ContentReader | undefined {
  if (plan.body !== 'none' && request.isFramed) return framedReader(request, plan);
  if (plan.uploads?.rawBody && request.headers['content-length'] !== undefined)
    return wholeReader(request, plan.uploads);
  if (plan.body === 'required') throw missing();
  request.acceptContent(undefined);
  return undefined;
}

type ContentReader = () => Promise<void>;

/** Shorter bodies are parsed as fast as their items are counted. */
const UNCOUNTED_BYTES = 32 * 1024;

function framedReader(request: KoaRequest, plan: RoutePlan): ContentReader {
  const { settings, uploads } = plan;
  const { mediaType, ctx, method } = request;
  if (uploads?.rawBody) return wholeReader(request, uploads);
  const maxBytes = mediaType?.name === FORM_WITH_FILES ? maxFormBytes(plan) : settings.maxBodyBytes;
  if (ctx.req.readableDidRead) {
    if (mediaType && !takesType(plan, method, mediaType.name)) throw unsupported(request, plan);
    return async () => acceptHostContent(request, plan, await hostContent(request, maxBytes));
  }
  const reader = mediaType && bodyReader(plan, method, mediaType.name);
  // A body of a known length is not empty, so that it can be rejected without reading it.
  if (!reader && ctx.req.headers['content-length'] !== undefined) throw unsupported(request, plan);
  return async () => {
    const reading = readBytes(ctx.req, maxBytes);
    if (ctx.req.headers.expect !== undefined) sendContinue(ctx.req, ctx.res);
    const bytes = await reading;
    if (bytes.length === 0) return accept(request, plan, undefined);
    if (request.keepsBytes) request.bytes = bytes;
    if (!reader) throw unsupported(request, plan);
    if (plan.items && bytes.length > UNCOUNTED_BYTES) verifyItems(plan.items, reader, bytes, request);
    const content = reader.read(bytes, mediaType);
    accept(request, plan, isPromise(content) ? await content : content);
  };
}

/** The host has consumed the bytes: those that are kept are serialized from the parsed content. */
function acceptHostContent(request: KoaRequest, plan: RoutePlan, content: unknown): void {
  if (request.keepsBytes && content !== undefined) request.bytes = Buffer.from(JSON.stringify(content));
  accept(request, plan, content);
}

const FORM_WITH_FILES = 'multipart/form-data';

function maxFormBytes({ settings, uploads }: RoutePlan): number {
  return Math.max(settings.maxBodyBytes, uploads?.maxBytes ?? 0);
}

/** Reads a body that is a file as a whole; it may be empty. */
function wholeReader(request: KoaRequest, { maxBytes, mediaType: only }: RouteUploads): ContentReader {
  const { mediaType, ctx } = request;
  if (!mediaType) throw withoutMediaType(only);
  if (ctx.req.headers['content-range'] !== undefined)
    throw new BadRequestException('Content-Range is not supported in requests: send the whole value.');
  return async () => {
    if (Number(ctx.req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    if (ctx.req.headers.expect !== undefined) sendContinue(ctx.req, ctx.res);
    const received = ctx.req.readableDidRead
      ? hostBytes(request, mediaType, maxBytes)
      : await receiveBytes(ctx.req, mediaType, maxBytes);
    const close = () => void received.close();
    if (ctx.res.destroyed) close();
    else ctx.res.once('close', close);
    request.acceptContent(received);
  };
}

function accept(request: KoaRequest, { body }: RoutePlan, content: unknown): void {
  if (content === undefined && body === 'required') throw missing();
  request.acceptContent(content);
}

function missing(): BadRequestException {
  return new BadRequestException('The request requires a body.');
}

function withoutMediaType(only = '*/*'): UnsupportedMediaTypeException {
  const detail = 'The body requires a header Content-Type with a media type.';
  return new UnsupportedMediaTypeException(detail, { headers: { Accept: only } });
}

function unsupported(request: KoaRequest, plan: RoutePlan): UnsupportedMediaTypeException {
  const types = bodyTypes(plan).join(', ');
  const sent = request.headers['content-type'];
  const problem = sent ? `The content type "${sent}" is not supported` : 'A body needs the header Content-Type';
  const headers = { Accept: types, ...(request.method === 'PATCH' && { 'Accept-Patch': types }) };
  return new UnsupportedMediaTypeException(`${problem}: send one of ${types}.`, { headers });
}
