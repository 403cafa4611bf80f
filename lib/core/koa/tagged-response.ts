import { type ContentTag, digestOf, markOf } from '../http/content-tag';
import { isKnownTag } from '../http/entity-tag';
import { offerForShape, type WrittenBody } from './body-writer';
import type { Exchange } from './exchange';

/**
 * The tag of a response, now that its body is written; undefined for a stream. Content that has taken the place of what
 * was tagged is told by its body.
 */
export function entityTagOf(
  { response }: Exchange,
  { version, shape, content }: ContentTag,
  { body, contentType }: WrittenBody,
): string | undefined {
  const state = version ?? '';
  if (shape !== undefined && response.content === content) return `"${state}-${shape}.${markOf.of(contentType)}"`;
  return typeof body === 'string' || Buffer.isBuffer(body) ? `"${state}-${digestOf(body)}.body"` : undefined;
}

/**
 * Responds with 304 before all of the content is read. A route that is overridden may change the content, so that only
 * the content tells.
 */
export function respondIfKnown(exchange: Exchange, tag: Omit<ContentTag, 'content'>, isList: boolean): boolean {
  const { found, request, response } = exchange;
  const { version, shape } = tag;
  if (shape === undefined || !found?.match?.route.isPlain || response.getHeader('content-type')) return false;
  const { contentType, isNegotiated } = offerForShape(exchange, isList ? 'list' : 'object');
  const entityTag = `"${version ?? ''}-${shape}.${markOf.of(contentType)}"`;
  if (!isKnownTag(request.headers['if-none-match'], entityTag)) return false;
  response.setStatus(304).setHeader('ETag', entityTag);
  response.isVaried = isNegotiated;
  return true;
}

/** Whether a read is asked for by a client who has that response already. */
export function isKnown({ request: { method, headers }, response }: Exchange, entityTag: string): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && response.status === 200;
  return isRead && isKnownTag(headers['if-none-match'], entityTag);
}
