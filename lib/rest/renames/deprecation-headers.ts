import type { Response } from '../../core';
import type { RenamedMember } from '../../metadata';

/** Of a name that does not say since when it is old: it is so by now. */
const STARTED = Math.floor(Date.now() / 1000);

/**
 * Tells that a request has used old names, or that the response shows some: since when the first is deprecated, and when the first
 * may go.
 *
 * @see RFC 9745, RFC 8594
 */
export function tellDeprecation(response: Response, renamed: ReadonlySet<RenamedMember>): void {
  if (renamed.size === 0) return;
  const since = Math.min(
    ...[...renamed].map((one) => (one.since ? Date.parse(`${one.since}T00:00:00Z`) / 1000 : STARTED)),
  );
  const until = Math.min(...[...renamed].map((one) => endOf(one.until)));
  response.setHeader('Deprecation', `@${since}`);
  response.setHeader('Sunset', new Date(until).toUTCString());
}

/** Of the day. */
export function endOf(date: string): number {
  return Date.parse(`${date}T23:59:59Z`);
}
