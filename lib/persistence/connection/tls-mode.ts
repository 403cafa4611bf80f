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

/** The encryption of connections in `db.ssl`. A file is relative to the project root; its content in PEM works, too. */
export interface TlsSettings {
  /** `VERIFY_IDENTITY` by default. */
  readonly mode?: TlsMode;
  /** The certificates of authorities; those of Node.js by default. */
  readonly ca?: string;
  /** The certificate of the client. */
  readonly cert?: string;
  /** The private key of `cert`. */
  readonly key?: string;
  /** The password of `key`. */
  readonly passphrase?: string;
  /** `TLSv1.2` or `TLSv1.3`. */
  readonly minVersion?: string;
}

/** What the options of a URL say. */
export interface UrlTlsSettings extends TlsSettings {
  readonly maxVersion?: string;
  readonly ciphers?: string;
}

export const TLS_FILES = ['ca', 'cert', 'key'] as const;
