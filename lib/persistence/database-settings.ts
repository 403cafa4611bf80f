import { tlsFingerprint, tlsOf } from './connection/tls-of-database';
import type { DataSourceConfiguration } from './data-source-configuration';
import type { DatabaseUrl } from './database-url';
import { sequelizeOptionsOf } from './provider-properties';
import type { TimeZone } from './time-zone';

/** The key of the encryption in messages. */
export const TLS_KEY = 'ssl, or the options of db.url for TLS,';

/** Settings that must be the same for all applications of a database, by configuration key. */
export interface Settings {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function settingsOf(
  { password, pool, providerProperties, ssl, ...times }: DataSourceConfiguration,
  url: DatabaseUrl,
  zone: TimeZone,
  { owner, projectRoot }: { readonly owner: string; readonly projectRoot: string },
): Settings {
  const { logging, define } = sequelizeOptionsOf(providerProperties, url.dialect, () => undefined);
  const { charset, connectTimeoutMs, tls } = url.options;
  return {
    owner,
    values: {
      ...Object.fromEntries(Object.entries(pool).map(([name, value]) => [`pool.${name}`, value])),
      statementTimeoutMs: times.statementTimeoutMs,
      lockWaitMs: times.lockWaitMs,
      connectTimeoutMs: times.connectTimeoutMs,
      password: password ?? url.password,
      timezone: zone.name,
      [TLS_KEY]: url.dialect.driver.isRemote ? tlsFingerprint(tlsOf(ssl, tls), projectRoot) : undefined,
      'url (charset)': charset,
      'url (connectTimeout)': connectTimeoutMs,
      'providerProperties.show_sql': logging !== false,
      'providerProperties.naming_strategy': define?.underscored,
    },
  };
}

/** The name of a setting that is different. */
export function differingSetting({ values }: Settings, known: Settings): string | undefined {
  return Object.keys(values).find((name) => values[name] !== known.values[name]);
}

/** Log lines about settings with consequences, or with none. */
export function noticesOf({ ssl }: DataSourceConfiguration, url: DatabaseUrl, zone: TimeZone): string[] {
  const { display, dialect, options } = url;
  if (!dialect.driver.isRemote) return ssl ? [`db.ssl has no effect on ${display}, which is not a server.`] : [];
  const { ignored, tls } = options;
  return [
    ...(ignored.length > 0
      ? [`Options of db.url (${display}) that have no effect and are ignored: ${ignored.join(', ')}.`]
      : []),
    ...(tlsOf(ssl, tls)?.mode === 'REQUIRED' ? [unverifiedNotice(display)] : []),
    ...(zone.hasChangingClocks ? [clocksNotice(url, zone)] : []),
  ];
}

function unverifiedNotice(display: string): string {
  return `Connections to ${display} are encrypted, but the server is not verified (mode REQUIRED): VERIFY_IDENTITY verifies it.`;
}

function clocksNotice({ display }: DatabaseUrl, { name }: TimeZone): string {
  return `The database ${display} stores times in the zone ${name}, where clocks change: a time in the hour that occurs twice is read as the first of the two, and TIMESTAMP columns have the offset at which a connection was opened.`;
}
