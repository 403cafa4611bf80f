import { isPlainObject } from '../../foundation';
import { nearestHint } from '../../naming';
import { isWeaker, TLS_FILES, TLS_MODES, type TlsMode, tlsModeOf, type UrlTlsSettings } from './tls-mode';
import type { UrlOption, UrlQuery } from './url-query';

/** A mode that an option asks for. */
interface Asked {
  readonly option: string;
  readonly mode: TlsMode;
  /** Whether a stricter mode satisfies it, too. */
  readonly isMinimum: boolean;
}

/**
 * The encryption that a URL asks for; undefined if it does not mention it.
 *
 * @param verifiesByDefault whether the scheme is that of MariaDB, whose Connector/J verifies certificates by default
 * @throws PersistenceError URL_OPTION_INVALID
 */
export function tlsOfUrl(query: UrlQuery, verifiesByDefault: boolean): UrlTlsSettings | undefined {
  const ssl = sslOf(query);
  const given = Object.fromEntries(
    TLS_FILES.map((name) => [name, query.one(name, `ssl-${name}`)]).filter(([, option]) => option !== undefined),
  ) as Record<string, UrlOption>;
  for (const [name, { name: option }] of Object.entries(given)) {
    if (name in ssl.settings) throw query.invalid(option, `is in the option "ssl", too: keep one of them`);
  }
  const files = Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value]));
  const mode = combined(query, [...ssl.asked, ...modesAsked(query, verifiesByDefault)]);
  const settings: UrlTlsSettings = { ...ssl.settings, ...files, ...(mode && { mode }) };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

function modesAsked(query: UrlQuery, verifiesByDefault: boolean): Asked[] {
  const mode = (['ssl-mode', 'sslMode'] as const).map((name) => query.get(name)).filter((one) => one !== undefined);
  const asked = mode.map((option): Asked => ({ option: option.name, mode: modeOf(query, option), isMinimum: false }));
  const add = (option: UrlOption | undefined, on: TlsMode, off?: TlsMode) => {
    if (option === undefined) return;
    const isOn = isTrue(query, option);
    if (isOn) asked.push({ option: option.name, mode: on, isMinimum: true });
    else if (off) asked.push({ option: option.name, mode: off, isMinimum: false });
  };
  add(query.get('useSSL'), verifiesByDefault ? 'VERIFY_IDENTITY' : 'REQUIRED', 'DISABLED');
  add(query.get('requireSSL'), 'REQUIRED');
  add(query.get('verifyServerCertificate'), 'VERIFY_CA');
  return asked;
}

/** One mode for all options: that of an exact one, or else the strictest. */
function combined(query: UrlQuery, asked: readonly Asked[]): TlsMode | undefined {
  const exact = asked.find(({ isMinimum }) => !isMinimum);
  const strictest = asked.reduce<Asked | undefined>(
    (one, other) => (one && !isWeaker(one.mode, other.mode) ? one : other),
    undefined,
  );
  const chosen = exact ?? strictest;
  const other = asked.find(
    ({ mode, isMinimum }) => isWeaker(chosen!.mode, mode) || (!isMinimum && mode !== chosen!.mode),
  );
  if (other) throw query.invalid(other.option, `contradicts the option "${chosen!.option}": keep one of them`);
  return chosen?.mode;
}

function modeOf(query: UrlQuery, { name, value }: UrlOption): TlsMode {
  const mode = tlsModeOf(value);
  if (mode) return mode;
  if (value.toUpperCase() === 'PREFERRED') {
    throw query.invalid(name, `is ${value}, which continues in plain text if the server has no TLS: ${MODES}`);
  }
  throw query.invalid(name, `is not a known mode: ${MODES}`);
}

const MODES = `write ${TLS_MODES.slice(0, -1).join(', ')} or ${TLS_MODES.at(-1)}`;

function isTrue(query: UrlQuery, { name, value }: UrlOption): boolean {
  if (/^(true|yes|1)$/i.test(value)) return true;
  if (/^(false|no|0)$/i.test(value)) return false;
  throw query.invalid(name, 'is neither true nor false: write one of them');
}

/** The option `ssl`: true, false, or the object of mysql2 in JSON. */
function sslOf(query: UrlQuery): { readonly asked: readonly Asked[]; readonly settings: UrlTlsSettings } {
  const option = query.get('ssl');
  if (option === undefined) return { asked: [], settings: {} };
  const exactly = (mode: TlsMode): Asked[] => [{ option: option.name, mode, isMinimum: false }];
  if (!option.value.trimStart().startsWith('{')) {
    return { asked: exactly(isOn(query, option) ? 'VERIFY_IDENTITY' : 'DISABLED'), settings: {} };
  }
  const { rejectUnauthorized = true, verifyIdentity = false, ...settings } = objectOf(query, option);
  if (!rejectUnauthorized) return { asked: exactly('REQUIRED'), settings };
  return { asked: exactly(verifyIdentity ? 'VERIFY_IDENTITY' : 'VERIFY_CA'), settings };
}

function isOn(query: UrlQuery, option: UrlOption): boolean {
  try {
    return isTrue(query, option);
  } catch {
    throw query.invalid(option.name, 'is neither true, false nor an object in JSON: write ssl={"ca":"ca.pem"}');
  }
}

const FLAGS = ['rejectUnauthorized', 'verifyIdentity'];
const TEXTS = [...TLS_FILES, 'passphrase', 'ciphers', 'minVersion', 'maxVersion'];

type Parsed = UrlTlsSettings & { readonly rejectUnauthorized?: boolean; readonly verifyIdentity?: boolean };

/** Values are not repeated in messages, since one may be a key. */
function objectOf(query: UrlQuery, { name: option, value: text }: UrlOption): Parsed {
  const object = parsed(text);
  if (!isPlainObject(object)) throw query.invalid(option, 'is not an object in JSON: correct its quotes and braces');
  for (const [name, value] of Object.entries(object)) {
    const known = [...FLAGS, ...TEXTS];
    if (!known.includes(name)) {
      throw query.invalid(
        option,
        `has the unknown key "${name}"${nearestHint(name, known)}. Known keys: ${known.join(', ')}`,
      );
    }
    const type = FLAGS.includes(name) ? 'boolean' : 'string';
    if (typeof value !== type) throw query.invalid(option, `has the key "${name}", which is not a ${type}: correct it`);
  }
  return object as Parsed;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
