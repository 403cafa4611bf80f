import { resolve } from 'node:path';
import { NO_OPTIONS, type UrlOptions, urlOptionsOf } from './connection/url-options';
import type { Dialect } from './dialects/dialect';
import { mysql } from './dialects/mysql';
import { sqlite } from './dialects/sqlite';
import { PersistenceError } from './errors';

/** A parsed database URL. */
export interface DatabaseUrl {
  /** Of a server, the one that is assumed until its version is known. */
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
  readonly options: UrlOptions;
  /** The URL without secrets, for messages. */
  readonly display: string;
}

/**
 * Parses `mysql://…`, `mariadb://…`, `sqlite:path` and `sqlite::memory:`; a leading `jdbc:` is accepted.
 *
 * @param directory the base of relative SQLite paths
 * @throws PersistenceError URL_INVALID, URL_OPTION_UNKNOWN, URL_OPTION_INVALID
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
  if (path.includes('?')) {
    throw new PersistenceError('URL_INVALID', [
      withoutPassword(url),
      'SQLite has no options: remove the question mark.',
    ]);
  }
  const storage = path === ':memory:' ? path : resolve(directory, path);
  return { dialect: sqlite, driver: 'sqlite3', storage, options: NO_OPTIONS, display: url };
}

function serverUrl(text: string): DatabaseUrl {
  const display = withoutPassword(text);
  if (!URL.canParse(text)) throw new PersistenceError('URL_INVALID', [display, 'It cannot be read as a URL.']);
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!database || database.includes('/')) {
    throw new PersistenceError('URL_INVALID', [display, 'It names no database.']);
  }
  const options = urlOptionsOf(url.search, display, url.protocol === 'mariadb:');
  return {
    dialect: mysql,
    driver: 'mysql2',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 3306),
    database,
    username: decodeURIComponent(url.username) || options.username,
    password: decodeURIComponent(url.password) || options.password,
    options,
    display,
  };
}

/**
 * Masks the secrets in a URL: the password, and options that may contain one or a key. Since a password may contain `@`
 * and `/`, it masks too much rather than too little.
 */
export function withoutPassword(url: string): string {
  const colon = url.indexOf(':', url.indexOf('//') + 1);
  const at = url.lastIndexOf('@');
  const shown = colon >= 0 && colon < at ? `${url.slice(0, colon)}:***${url.slice(at)}` : url;
  const question = shown.indexOf('?');
  return question < 0 ? shown : `${shown.slice(0, question + 1)}${maskedOptions(shown.slice(question + 1))}`;
}

function maskedOptions(query: string): string {
  const masked = query.split('&').map((option) => {
    const equals = option.indexOf('=');
    const [name, value] = [option.slice(0, Math.max(equals, 0)), option.slice(equals + 1)];
    return isSecret(name, value) ? `${name}=***` : option;
  });
  return masked.join('&');
}

const SECRET = /password|passphrase|pwd|secret|token/i;

/** The object of the option `ssl`, and the content of a key in place of its file. */
function isSecret(name: string, value: string): boolean {
  return SECRET.test(name) || /\{|%7B/i.test(value) || value.includes('-----BEGIN');
}
