import type { Response } from '../../core';
import type { RenamedMember } from '../../metadata';

/** In seconds: an old name without a date counts as deprecated since the start of the process. */
const STARTED_AT = Math.floor(Date.now() / 1000);

/**
 * Sets `Deprecation` and `Sunset` to the earliest dates of the old names that a request or its response uses.
 *
 * @see RFC 9745, RFC 8594
 */
export function setDeprecationHeaders(response: Response, renamed: ReadonlySet<RenamedMember>): void {
  if (renamed.size === 0) return;
  const names = [...renamed];
  const since = Math.min(...names.map((name) => (name.since ? startOfDay(name.since) / 1000 : STARTED_AT)));
  const until = Math.min(...names.map((name) => endOfDay(name.until)));
  response.setHeader('Deprecation', `@${since}`);
  response.setHeader('Sunset', new Date(until).toUTCString());
}

function startOfDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** In milliseconds since the epoch. */
export function endOfDay(date: string): number {
  return Date.parse(`${date}T23:59:59Z`);
}
