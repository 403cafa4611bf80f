import { resolve } from 'node:path';
import type { DataSourceConfiguration } from '../data-source-configuration';
import { PersistenceError } from '../errors';
import { TLS_FILES, type TlsMode, type TlsSettings, type UrlTlsSettings } from './tls-mode';

/** The encryption of a database. */
export interface Tls extends UrlTlsSettings {
  readonly mode: TlsMode;
  /** The configuration key of each setting, for messages. */
  readonly places: Readonly<Record<string, string>>;
}

/**
 * The encryption that `db.ssl` and `db.url` ask for, which have to agree; undefined if they do not mention it. Without a
 * mode the certificate and the host are verified.
 *
 * @throws PersistenceError TLS_SETTINGS_DIFFER, TLS_SETTINGS_INVALID
 */
export function tlsOf(ssl: DataSourceConfiguration['ssl'], url: UrlTlsSettings | undefined): Tls | undefined {
  const section = sectionOf(ssl);
  if (section === undefined && url === undefined) return undefined;
  verifyAgreement(section, url);
  const mode = section?.mode ?? url?.mode ?? 'VERIFY_IDENTITY';
  const places = Object.fromEntries([
    ...Object.keys(url ?? {}).map((name) => [name, `the option ${name} of db.url`] as const),
    ...Object.keys(section ?? {}).map((name) => [name, `db.ssl.${name}`] as const),
  ]);
  const tls = { ...url, ...section, mode, places };
  if (mode === 'REQUIRED' && tls.ca !== undefined) {
    throw invalid(tls, 'ca', 'has no effect with the mode REQUIRED: write VERIFY_CA or VERIFY_IDENTITY');
  }
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    const [given, missing] = tls.cert === undefined ? (['key', 'cert'] as const) : (['cert', 'key'] as const);
    throw invalid(tls, given, `needs ${missing} beside it: set both`);
  }
  return tls;
}

export function invalid({ places }: Tls, name: string, problem: string): PersistenceError {
  return new PersistenceError('TLS_SETTINGS_INVALID', [places[name] ?? 'db.ssl', problem]);
}

/** A text that is the same for the same encryption of connections. It has secrets in it. */
export function tlsFingerprint(tls: Tls | undefined, projectRoot: string): string | undefined {
  if (tls === undefined || tls.mode === 'DISABLED') return undefined;
  const { places: _, ...settings } = tls;
  const files = Object.fromEntries(TLS_FILES.map((name) => [name, tls[name] && fileOrContent(tls[name], projectRoot)]));
  return JSON.stringify(Object.entries({ ...settings, ...files }).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether a setting is the content of a file instead of its path. */
export function isPem(text: string): boolean {
  return text.includes('-----BEGIN ');
}

function fileOrContent(text: string, projectRoot: string): string {
  return isPem(text) ? text : resolve(projectRoot, text);
}

function sectionOf(ssl: DataSourceConfiguration['ssl']): TlsSettings | undefined {
  if (typeof ssl === 'object') return ssl;
  return String(ssl) === 'true' ? {} : undefined;
}

/** `db.ssl` without a mode verifies, so a URL must not ask for less. */
function verifyAgreement(section: TlsSettings | undefined, url: UrlTlsSettings | undefined): void {
  if (section === undefined || url === undefined) return;
  const isLess = section.mode === undefined && (url.mode === 'DISABLED' || url.mode === 'REQUIRED');
  const isOff = section.mode === 'DISABLED' && url.mode === undefined;
  if (isLess || isOff) throw differing('mode');
  const name = Object.keys(section).find((key) => {
    const [one, other] = [section, url].map((settings) => settings[key as keyof TlsSettings]);
    return one !== undefined && other !== undefined && one !== other;
  });
  if (name !== undefined) throw differing(name);
}

function differing(name: string): PersistenceError {
  return new PersistenceError('TLS_SETTINGS_DIFFER', [name]);
}
