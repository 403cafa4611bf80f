import { checkOptions, type OptionKinds } from '../../foundation';
import type { CookieOptions } from './response';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

const OPTIONS = {
  path: 'name',
  domain: 'name',
  maxAgeMs: 'number',
  httpOnly: 'flag',
  secure: 'flag',
  sameSite: 'name',
} satisfies OptionKinds<CookieOptions>;

/**
 * Returns the decoded value of the first cookie of that name. The package `cookies` of Koa does not decode, and includes
 * blanks around the value.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return decode(part.slice(equals + 1).trim());
  }
  return undefined;
}

/**
 * Formats a `Set-Cookie` header with a percent-encoded value, and with `Max-Age`, which depends on no clock; `cookies`
 * writes `expires`.
 */
export function formatCookie(name: string, value: string, options: CookieOptions = {}): string {
  checkOptions(options, OPTIONS, `the cookie ${name}`);
  const { path = '/', domain, maxAgeMs, httpOnly = true, secure = false, sameSite = 'lax' } = options;
  if (!NAME.test(name)) throw new TypeError(`"${name}" is not a cookie name.`);
  for (const part of [path, domain])
    if (part && /[;\r\n]/.test(part))
      throw new TypeError(`"${part}" cannot be an attribute of a cookie: remove the semicolon or line break.`);
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${path}`,
    domain && `Domain=${domain}`,
    maxAgeMs !== undefined && `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    `SameSite=${SAME_SITE[sameSite]}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function decode(value: string): string {
  const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
