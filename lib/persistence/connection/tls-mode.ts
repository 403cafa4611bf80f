/** How connections to a server are encrypted; later modes are stricter. The names are those of MySQL. */
export const TLS_MODES = [
  /** In plain text. */
  'DISABLED',
  /** Encrypted; the certificate is not verified. */
  'REQUIRED',
  /** The certificate is issued by a known authority. */
  'VERIFY_CA',
  /** The certificate is issued by a known authority, for the host of the URL. */
  'VERIFY_IDENTITY',
] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** Names of MariaDB Connector/J. */
const OTHER_NAMES: Readonly<Record<string, TlsMode>> = {
  DISABLE: 'DISABLED',
  TRUST: 'REQUIRED',
  VERIFY_FULL: 'VERIFY_IDENTITY',
};

/** The mode of a name in any case, with hyphens or underscores; undefined if it is unknown. */
export function tlsModeOf(text: string): TlsMode | undefined {
  const name = text.toUpperCase().replaceAll('-', '_');
  return TLS_MODES.find((mode) => mode === name) ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined);
}

export function isWeaker(one: TlsMode, other: TlsMode): boolean {
  return TLS_MODES.indexOf(one) < TLS_MODES.indexOf(other);
}

/** What `db.ssl` or the options of a URL say about encryption. A file is a path, or its content in PEM. */
export interface TlsSettings {
  readonly mode?: TlsMode;
  /** The certificates of authorities; those of Node.js by default. */
  readonly ca?: string;
  /** The certificate of the client. */
  readonly cert?: string;
  /** The private key of {@link cert}. */
  readonly key?: string;
  readonly passphrase?: string;
  readonly minVersion?: string;
  readonly maxVersion?: string;
  readonly ciphers?: string;
}

export const TLS_FILES = ['ca', 'cert', 'key'] as const;
