import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, type SecureVersion } from 'node:tls';
import { readFault } from '../../foundation';
import { TLS_FILES } from './tls-mode';
import { invalid, isPem, type Tls } from './tls-of-database';

/** The option `ssl` of the driver. */
export interface DriverTls {
  readonly rejectUnauthorized: boolean;
  readonly verifyIdentity: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  readonly minVersion?: string;
  readonly maxVersion?: string;
  readonly ciphers?: string;
}

/**
 * Reads the files. The driver never continues in plain text if a server has no TLS.
 *
 * @returns undefined if connections are not encrypted
 * @throws PersistenceError TLS_SETTINGS_INVALID
 */
export function driverTls(tls: Tls | undefined, projectRoot: string): DriverTls | undefined {
  if (tls === undefined || tls.mode === 'DISABLED') return undefined;
  const { mode, places: _, ...settings } = tls;
  const files = Object.fromEntries(
    TLS_FILES.filter((name) => settings[name] !== undefined).map((name) => [name, contentOf(tls, name, projectRoot)]),
  );
  const options = { ...settings, ...files };
  verifyUsable(tls, options);
  return { ...options, rejectUnauthorized: mode !== 'REQUIRED', verifyIdentity: mode === 'VERIFY_IDENTITY' };
}

function contentOf(tls: Tls, name: (typeof TLS_FILES)[number], projectRoot: string): string {
  const text = tls[name]!;
  if (isPem(text)) return text;
  const file = resolve(projectRoot, text);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid(tls, name, `cannot be read: ${readFault(error)} (${file}). Correct the path`);
  }
}

type Options = Omit<DriverTls, 'rejectUnauthorized' | 'verifyIdentity'>;

/** Node.js ignores authorities that it cannot read, so they are read one step earlier. */
function verifyUsable(tls: Tls, { ca, cert, key, passphrase, ...others }: Options): void {
  if (ca !== undefined) attempt(tls, 'ca', () => new X509Certificate(ca));
  attempt(tls, 'cert', () => contextOf({ cert }));
  attempt(tls, passphrase === undefined ? 'key' : 'passphrase', () => contextOf({ cert, key, passphrase }));
  attempt(tls, others.ciphers === undefined ? 'minVersion' : 'ciphers', () => contextOf(others));
}

function contextOf(options: Options): void {
  createSecureContext(options as { minVersion?: SecureVersion; maxVersion?: SecureVersion });
}

function attempt(tls: Tls, name: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw invalid(tls, name, `cannot be used: ${(error as Error).message}. Correct it`);
  }
}
