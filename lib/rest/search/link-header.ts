import { type Request, uriReference } from '../../core';

/** The header stays below this size, which common proxies accept. The links are ASCII, so a character is a byte. */
const MAX_BYTES = 4096;

/** A request whose path and parameters links repeat. */
export type LinkedRequest = Pick<Request, 'originalPath' | 'query'>;

/**
 * The header `Link`.
 *
 * @returns undefined where it would be longer than proxies accept
 * @see RFC 8288
 */
export function linkHeader(links: readonly string[]): string | undefined {
  const header = links.join(', ');
  return header.length < MAX_BYTES ? header : undefined;
}

/**
 * The start of a link to the same path with the same parameters: further parameters are appended.
 *
 * @param replaced parameters to leave out, since each link has its own
 */
export function linkStart({ originalPath, query }: LinkedRequest, replaced: readonly string[]): string {
  let start = `${uriReference(originalPath)}?`;
  for (const name of Object.keys(query)) {
    if (replaced.includes(name)) continue;
    for (const value of query[name]!) start += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`;
  }
  return start;
}
