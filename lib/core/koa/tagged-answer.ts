import { type ContentTag, digestOf, markOf } from '../http/content-tag';
import { isKnownTag } from '../http/entity-tag';
import type { WrittenBody } from './body-writer';
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

/** Whether a read is asked for by a client who has that response already. */
export function isKnown({ request: { method, headers }, response }: Exchange, entityTag: string): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && response.status === 200;
  return isRead && isKnownTag(headers['if-none-match'], entityTag);
}
