import { ServerDate } from './sequelize/data-types';

/** The time zone in which a database stores the times of its DATETIME columns, which have no zone of their own. */
export interface TimeZone {
  /** The option `timezone` of Sequelize: an offset such as `+08:00`, or a name such as `Europe/Berlin`. */
  readonly name: string;
  readonly isUtc: boolean;
  /** Whether clocks change, so that some local times occur twice and others never. */
  readonly hasChangingClocks: boolean;
  /** The instant of a local time such as `2026-01-31 08:30:00.250`. */
  toInstant(local: string): Date;
  /** The local time of an instant, with milliseconds: `2026-01-31 08:30:00.250`. */
  toLocal(instant: Date): string;
}

/** An offset of at most 14 hours, as servers accept it. */
const OFFSET = /^([+-])(0\d|1[0-3]):([0-5]\d)$|^([+-])14:00$/;
const UTC_NAMES = new Set(['Z', 'UTC', 'GMT', 'Etc/UTC', 'Etc/GMT', '-00:00']);
const MINUTE_MS = 60_000;

export const UTC: TimeZone = offsetZone('+00:00', 0);

/** The zone of an offset or a name; undefined if there is no such zone. */
export function timeZoneOf(text: string): TimeZone | undefined {
  if (UTC_NAMES.has(text) || text === UTC.name) return UTC;
  if (OFFSET.test(text)) return offsetZone(text, offsetMs(text));
  const canonical = canonicalName(text);
  if (canonical === undefined) return undefined;
  if (UTC_NAMES.has(canonical)) return UTC;
  // Names with a slash become an offset for the session, others are sent to the server as they are.
  const zone = namedZone(text.includes('/') ? text : canonical);
  return Number.isNaN(zone.toInstant('2026-01-31 08:30:00').getTime()) ? undefined : zone;
}

/** Whether two zones are the same by their offset or their name. */
export function isSameZone(one: TimeZone, other: TimeZone): boolean {
  return one.name === other.name || (canonicalName(one.name) ?? one.name) === canonicalName(other.name);
}

/** The `time_zone` of a session: servers may not know the names of regions, whose present offset it then is. */
export function sessionZone({ name, toLocal }: TimeZone): string {
  if (!name.includes('/')) return name;
  const now = new Date();
  const minutes = Math.round((Date.parse(`${toLocal(now)}Z`) - now.getTime()) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function offsetMs(text: string): number {
  const [hours, minutes] = text.slice(1).split(':').map(Number) as [number, number];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

function offsetZone(name: string, ms: number): TimeZone {
  return {
    name,
    isUtc: ms === 0,
    hasChangingClocks: false,
    toInstant: (local) => new Date(`${local}${name}`),
    toLocal: ms === 0 ? textOf : (instant) => textOf(new Date(instant.getTime() + ms)),
  };
}

function textOf(utc: Date): string {
  return utc.toISOString().slice(0, -1).replace('T', ' ');
}

/** Sequelize's conversion, so that code on a Sequelize of its own reads and writes the same times. */
function namedZone(name: string): TimeZone {
  const type = new ServerDate(3);
  const options = { timezone: name };
  const toLocal = (instant: Date) => type.stringify(instant, options);
  const inMonth = (month: number) => toLocal(new Date(Date.UTC(2026, month, 1))).slice(11);
  return {
    name,
    isUtc: false,
    hasChangingClocks: inMonth(0) !== inMonth(6),
    toInstant: (local) => ServerDate.parse({ string: () => local }, options),
    toLocal,
  };
}

/** `Asia/Tokyo` for `Japan`; undefined if there is no zone of that name. */
function canonicalName(text: string): string | undefined {
  if (/^[+-]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
