import { type ContentSettings, readableTypes, readerOf } from '../http/content-settings';
import { BadRequestException, UnsupportedMediaTypeException } from '../http/exceptions';
import type { RouteDefinition } from '../http/route-definition';
import { hostContent } from './host-content';
import type { KoaRequest } from './koa-request';
import { readBytes } from './read-bytes';

/** Whether a body belongs to the methods, where the route does not say. */
const BODY_BY_METHOD = {
  GET: 'none',
  POST: 'required',
  PUT: 'required',
  PATCH: 'required',
  DELETE: 'optional',
} as const;

/**
 * Reads the body of a request for its route; afterwards the request gives its content.
 *
 * @throws BadRequestException 400 when a required body is missing or is not what its media type promises,
 *         UnsupportedMediaTypeException 415 with `Accept`, ContentTooLargeException 413
 */
export async function readContent(
  request: KoaRequest,
  route: RouteDefinition,
  settings: ContentSettings,
): Promise<void> {
  const body = route.body ?? BODY_BY_METHOD[route.method];
  const content = body === 'none' || !request.isFramed ? undefined : await read(request, settings);
  if (content === undefined && body === 'required') throw new BadRequestException('The request needs a body.');
  request.acceptContent(content);
}

async function read(request: KoaRequest, settings: ContentSettings): Promise<unknown> {
  const { req } = request.ctx;
  if (req.readableDidRead) return hostContent(request, settings.maxBodyBytes);
  const reader = request.mediaType && readerOf(settings, request.mediaType.name);
  // A length is known to be no empty body, so that nothing needs to be read before it is refused.
  if (!reader && req.headers['content-length'] !== undefined) throw unsupported(request, settings);
  const bytes = await readBytes(req, settings.maxBodyBytes);
  if (bytes.length === 0) return undefined;
  if (!reader || !request.mediaType) throw unsupported(request, settings);
  return reader.read(bytes, request.mediaType);
}

function unsupported(request: KoaRequest, settings: ContentSettings): UnsupportedMediaTypeException {
  const types = readableTypes(settings).join(', ');
  const sent = request.headers['content-type'];
  const problem = sent ? `The content type "${sent}" is not read` : 'A body needs the header Content-Type';
  return new UnsupportedMediaTypeException(`${problem}: send one of ${types}.`, { headers: { Accept: types } });
}
