import { resolve } from 'node:path';
import { PersistenceError } from './errors';

export type Dialect = 'sqlite' | 'mysql';

/** A parsed database URL. */
export interface DatabaseUrl {
  readonly dialect: Dialect;
  /** The npm package of the driver. */
  readonly driver: 'sqlite3' | 'mysql2';
  /** SQLite only: an absolute path or `:memory:`. */
  readonly storage?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly username?: string;
  readonly password?: string;
  /** The parameter `timezone`. */
  readonly timezone?: string;
  /** The URL without the password, for messages. */
  readonly display: string;
}

/**
 * Parses `mysql://…`, `mariadb://…`, `sqlite:path` and `sqlite::memory:`; a leading `jdbc:` is accepted.
 *
 * @param directory the base of relative SQLite paths
 * @throws PersistenceError URL_INVALID
 */
export function parseDatabaseUrl(text: string, directory: string): DatabaseUrl {
  const url = text.replace(/^jdbc:/, '');
  if (url.startsWith('sqlite:')) return sqliteUrl(url, directory);
  if (/^(mysql|mariadb):\/\//.test(url)) return serverUrl(url);
  throw new PersistenceError('URL_INVALID', [withoutPassword(url), 'Its scheme is unknown.']);
}

function sqliteUrl(url: string, directory: string): DatabaseUrl {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/|[^/])/, '');
  if (path === '') throw new PersistenceError('URL_INVALID', [url, 'It names no file.']);
  const storage = path === ':memory:' ? path : resolve(directory, path);
  return { dialect: 'sqlite', driver: 'sqlite3', storage, display: url };
}

function serverUrl(text: string): DatabaseUrl {
  const display = withoutPassword(text);
  if (!URL.canParse(text)) throw new PersistenceError('URL_INVALID', [display, 'It cannot be read as a URL.']);
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!database || database.includes('/')) {
    throw new PersistenceError('URL_INVALID', [display, 'It names no database.']);
  }
  return {
    dialect: 'mysql',
    driver: 'mysql2',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 3306),
    database,
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    // In a query an unescaped plus is a space.
    timezone: url.searchParams.get('timezone')?.replace(/^ /, '+'),
    display,
  };
}

/** Masks the password in a URL. Since a password may contain `@` and `/`, it masks too much rather than too little. */
export function withoutPassword(url: string): string {
  const colon = url.indexOf(':', url.indexOf('//') + 1);
  const at = url.lastIndexOf('@');
  const shown = colon >= 0 && colon < at ? `${url.slice(0, colon)}:***${url.slice(at)}` : url;
  return shown.replace(/([?&](?:password|pwd|secret|token)=)[^&]*/gi, '$1***');
}
