import type { IncomingMessage } from 'node:http';
import { type ContentSettings, type Reader, readableTypes, readerOf } from '../http/content-settings';
import { BadRequestException, UnsupportedMediaTypeException } from '../http/exceptions';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import { hostContent } from './host-content';
import type { KoaRequest } from './koa-request';
import { readBytes } from './read-bytes';
import type { RoutePlan } from './route-plan';

/**
 * Reads the body of a request for its route; afterwards the request gives its content.
 *
 * @returns undefined where there is nothing to wait for
 * @throws BadRequestException 400 when a required body is missing or is not what its media type promises,
 *         UnsupportedMediaTypeException 415 with `Accept`, ContentTooLargeException 413
 */
export function readContent({ request, plan }: Exchange): Promise<void> | undefined {
  if (plan.body !== 'none' && request.isFramed) return readFramed(request, plan);
  if (plan.body === 'required') throw missing();
  request.acceptContent(undefined);
  return undefined;
}

async function readFramed(request: KoaRequest, { body, settings }: RoutePlan): Promise<void> {
  const { req } = request.ctx;
  const content = req.readableDidRead
    ? await hostContent(request, settings.maxBodyBytes)
    : contentIn(request, settings, await readBytes(verified(request, settings), settings.maxBodyBytes));
  const read = isPromise(content) ? await content : content;
  if (read === undefined && body === 'required') throw missing();
  request.acceptContent(read);
}

function missing(): BadRequestException {
  return new BadRequestException('The request needs a body.');
}

/** A length is known to be no empty body, so that nothing needs to be read before it is refused. */
function verified(request: KoaRequest, settings: ContentSettings): IncomingMessage {
  const { req } = request.ctx;
  if (req.headers['content-length'] !== undefined && !readerFor(request, settings))
    throw unsupported(request, settings);
  return req;
}

function contentIn(request: KoaRequest, settings: ContentSettings, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const reader = readerFor(request, settings);
  if (!reader) throw unsupported(request, settings);
  return reader.read(bytes, request.mediaType!);
}

function readerFor({ mediaType }: KoaRequest, settings: ContentSettings): Reader | undefined {
  return mediaType && readerOf(settings, mediaType.name);
}

function unsupported(request: KoaRequest, settings: ContentSettings): UnsupportedMediaTypeException {
  const types = readableTypes(settings).join(', ');
  const sent = request.headers['content-type'];
  const problem = sent ? `The content type "${sent}" is not read` : 'A body needs the header Content-Type';
  return new UnsupportedMediaTypeException(`${problem}: send one of ${types}.`, { headers: { Accept: types } });
}
