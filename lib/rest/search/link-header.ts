import { type Request, uriReference } from '../../core';

/** What proxies take of one header. Nothing in it is beyond ASCII. */
const MOST_BYTES = 4096;

/**
 * The header `Link`.
 *
 * @returns undefined where it would be longer than what proxies take of one header
 * @see RFC 8288
 */
export function linkHeader(links: readonly string[]): string | undefined {
  const header = links.join(', ');
  return header.length < MOST_BYTES ? header : undefined;
}

/**
 * How references to the path of a request begin, as the client knows it, with its parameters; others may follow.
 *
 * @param replaced parameters that are left out, since each reference has its own
 */
export function linkStart({ originalPath, query }: Request, replaced: readonly string[]): string {
  let start = `${uriReference(originalPath)}?`;
  for (const name of Object.keys(query)) {
    if (replaced.includes(name)) continue;
    for (const value of query[name]!) start += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`;
  }
  return start;
}
