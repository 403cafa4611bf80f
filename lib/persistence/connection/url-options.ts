import type { UrlTlsSettings } from './tls-mode';
import { type UrlOption, UrlQuery } from './url-query';
import { tlsOfUrl } from './url-tls';

/** What the options of a URL say. */
export interface UrlOptions {
  readonly username?: string;
  readonly password?: string;
  readonly tls?: UrlTlsSettings;
  /** A character set or collation of the driver. */
  readonly charset?: string;
  readonly connectTimeoutMs?: number;
  readonly socketPath?: string;
  readonly zones: readonly UrlZone[];
  /** The names of options that have no effect. */
  readonly ignored: readonly string[];
}

export interface UrlZone {
  /** For messages. */
  readonly place: string;
  readonly zone: string;
}

export const NO_OPTIONS: UrlOptions = { zones: [], ignored: [] };

/** @throws PersistenceError URL_OPTION_UNKNOWN, URL_OPTION_INVALID */
export function urlOptionsOf(search: string, display: string, verifiesByDefault: boolean): UrlOptions {
  const query = new UrlQuery(search.replace(/^\?/, ''), display);
  return {
    username: query.get('user')?.value,
    password: query.get('password')?.value,
    tls: tlsOfUrl(query, verifiesByDefault),
    charset: charsetOf(query),
    connectTimeoutMs: millisecondsOf(query, query.get('connectTimeout')),
    socketPath: query.one('socketPath', 'localSocket')?.value,
    zones: zonesOf(query),
    ignored: query.ignored,
  };
}

/** Connections with another character set would lose characters that it does not have. */
function charsetOf(query: UrlQuery): string | undefined {
  const option = query.get('charset');
  if (option === undefined) return undefined;
  const name = option.value.toLowerCase();
  if (name === 'utf8' || name === 'utf-8') return 'utf8mb4';
  if (/^utf8mb4(_\w+)?$/.test(name)) return name;
  throw query.invalid(
    option.name,
    'is not utf8mb4 or one of its collations, so that characters would be lost: remove it',
  );
}

function millisecondsOf(query: UrlQuery, option: UrlOption | undefined): number | undefined {
  if (option === undefined) return undefined;
  if (/^\d{1,9}$/.test(option.value)) return Number(option.value);
  throw query.invalid(option.name, 'is not a number of milliseconds: write digits');
}

function zonesOf(query: UrlQuery): UrlZone[] {
  const [own, server, connection] = (['timezone', 'serverTimezone', 'connectionTimeZone'] as const).map((name) =>
    query.get(name),
  );
  const ofJava = [server, connection].filter((option) => option !== undefined);
  return [
    ...(own ? [{ place: 'db.url', zone: own.value }] : []),
    ...ofJava.map(({ name, value }) => ({ place: `db.url (${name})`, zone: offsetOf(value) })),
  ];
}

/** Java's names of offsets: `GMT+8` is `+08:00`. */
function offsetOf(text: string): string {
  const [, sign, hours = '', minutes = '00'] = /^(?:GMT|UTC)([+-])(\d\d?)(?::?(\d\d))?$/.exec(text) ?? [];
  return sign === undefined ? text : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
