import type { RenamedMember } from '../../metadata';

/** In seconds: an old name without a date counts as deprecated since the start of the process. */
const STARTED_AT = Math.floor(Date.now() / 1000);

/**
 * `Deprecation` and `Sunset`, with the earliest dates of the old names that a request or its response uses.
 *
 * @see RFC 9745, RFC 8594
 */
export function deprecationHeaders(used: ReadonlySet<RenamedMember>): Readonly<Record<string, string>> {
  if (used.size === 0) return {};
  const names = [...used];
  const since = Math.min(...names.map((name) => (name.since ? startOfDay(name.since) / 1000 : STARTED_AT)));
  const until = Math.min(...names.map((name) => endOfDay(name.until)));
  return { Deprecation: `@${since}`, Sunset: new Date(until).toUTCString() };
}

function startOfDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** In milliseconds since the epoch. */
export function endOfDay(date: string): number {
  return Date.parse(`${date}T23:59:59Z`);
}
