import { type ContentSettings, readableTypes, readerOf } from '../http/content-settings';
import { BadRequestException, UnsupportedMediaTypeException } from '../http/exceptions';
import type { Exchange } from './exchange';
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
  const content = await read(request, settings);
  if (content === undefined && body === 'required') throw missing();
  request.acceptContent(content);
}

function missing(): BadRequestException {
  return new BadRequestException('The request needs a body.');
}

async function read(request: KoaRequest, settings: ContentSettings): Promise<unknown> {
  const { req } = request.ctx;
  if (req.readableDidRead) return hostContent(request, settings.maxBodyBytes);
  const { mediaType } = request;
  const reader = mediaType && readerOf(settings, mediaType.name);
  // A length is known to be no empty body, so that nothing needs to be read before it is refused.
  if (!reader && req.headers['content-length'] !== undefined) throw unsupported(request, settings);
  const bytes = await readBytes(req, settings.maxBodyBytes);
  if (bytes.length === 0) return undefined;
  if (!reader) throw unsupported(request, settings);
  return reader.read(bytes, mediaType);
}

function unsupported(request: KoaRequest, settings: ContentSettings): UnsupportedMediaTypeException {
  const types = readableTypes(settings).join(', ');
  const sent = request.headers['content-type'];
  const problem = sent ? `The content type "${sent}" is not read` : 'A body needs the header Content-Type';
  return new UnsupportedMediaTypeException(`${problem}: send one of ${types}.`, { headers: { Accept: types } });
}
