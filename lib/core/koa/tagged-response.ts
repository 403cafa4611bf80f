import { type ContentTag, digestOf, mediaTypeMarks } from '../http/content-tag';
import { isKnownTag } from '../http/entity-tag';
import { offerForShape, type WrittenBody } from './body-writer';
import type { Exchange } from './exchange';

/**
 * The entity tag of a response with a serialized body; undefined for a stream. If the tagged content was replaced, the
 * tag is the digest of the body.
 */
export function entityTagOf(
  { response }: Exchange,
  { version, representation, content }: ContentTag,
  { body, contentType }: WrittenBody,
): string | undefined {
  const state = version ?? '';
  if (representation !== undefined && response.content === content)
    return `"${state}-${representation}.${mediaTypeMarks.of(contentType)}"`;
  return typeof body === 'string' || Buffer.isBuffer(body) ? `"${state}-${digestOf(body)}.body"` : undefined;
}

/**
 * Responds with 304 before the content is read, if possible. An overridden route may change the content, so that its tag
 * is not known before.
 */
export function respondIfKnown(exchange: Exchange, tag: Omit<ContentTag, 'content'>, isList: boolean): boolean {
  const { found, request, response } = exchange;
  const { version, representation } = tag;
  if (representation === undefined || !found?.match?.route.returnsPlainContent || response.getHeader('content-type'))
    return false;
  const { contentType, isNegotiated } = offerForShape(exchange, isList ? 'list' : 'object');
  const entityTag = `"${version ?? ''}-${representation}.${mediaTypeMarks.of(contentType)}"`;
  if (!isKnownTag(request.headers['if-none-match'], entityTag)) return false;
  response.setStatus(304).setHeader('ETag', entityTag);
  response.isVaried = isNegotiated;
  return true;
}

/** Whether `If-None-Match` of a successful read names the tag. */
export function isKnown({ request: { method, headers }, response }: Exchange, entityTag: string): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && response.status === 200;
  return isRead && isKnownTag(headers['if-none-match'], entityTag);
}
