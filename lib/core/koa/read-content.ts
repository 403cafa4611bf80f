import { type ContentSettings, readableTypes, readerOf } from '../http/content-settings';
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

async function readFramed(request: KoaRequest, plan: RoutePlan): Promise<void> {
  const { settings, taken } = plan;
  const { mediaType, ctx } = request;
  if (ctx.req.readableDidRead) return accept(request, plan, await hostContent(request, settings.maxBodyBytes));
  const reader = mediaType && readerOf(taken, mediaType.name);
  // A length is known to be no empty body, so that nothing needs to be read before it is refused.
  if (!reader && ctx.req.headers['content-length'] !== undefined) throw unsupported(request, taken);
  const bytes = await readBytes(ctx.req, settings.maxBodyBytes);
  if (bytes.length === 0) return accept(request, plan, undefined);
  if (!reader) throw unsupported(request, taken);
  const content = reader.read(bytes, mediaType);
  accept(request, plan, isPromise(content) ? await content : content);
}

function accept(request: KoaRequest, { body }: RoutePlan, content: unknown): void {
  if (content === undefined && body === 'required') throw missing();
  request.acceptContent(content);
}

function missing(): BadRequestException {
  return new BadRequestException('The request needs a body.');
}

function unsupported(request: KoaRequest, settings: ContentSettings): UnsupportedMediaTypeException {
  const types = readableTypes(settings).join(', ');
  const sent = request.headers['content-type'];
  const problem = sent ? `The content type "${sent}" is not read` : 'A body needs the header Content-Type';
  return new UnsupportedMediaTypeException(`${problem}: send one of ${types}.`, { headers: { Accept: types } });
}
