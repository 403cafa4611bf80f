import type { SequelizeOptions } from 'sequelize-typescript';
import { loadPackage, verifyPeer } from '../foundation';
import { encryptionOf, type OwnInstance } from './adoption/own-instances';
import { driverOptions } from './connection/driver-options';
import { driverTls } from './connection/driver-tls';
import type { Tls } from './connection/tls-of-database';
import type { DataSourceConfiguration } from './data-source-configuration';
import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import { sequelizeOptionsOf } from './provider-properties';
import { decorators } from './sequelize/decorators';
import type { TimeZone } from './time-zone';

export interface DatabaseOptions {
  readonly owner: string;
  readonly projectRoot: string;
  readonly isReadOnly?: boolean;
  /** Whether it never connects, and so needs no driver. */
  readonly isOutline?: boolean;
  /** The classes of the application, whose Sequelize instances determine the time zone. */
  readonly types: readonly (object | undefined)[];
  readonly log: (line: string) => void;
  /** Receives errors that no caller sees; `console.error` by default. */
  readonly report?: (message: string, error: unknown) => void;
}

/**
 * The option `ssl` of the driver: what the settings ask for, or else what the instances of adopted models have.
 *
 * @throws PersistenceError TLS_SETTINGS_INVALID
 */
export function sslOf(
  tls: Tls | undefined,
  url: DatabaseUrl,
  instances: readonly OwnInstance[],
  { projectRoot }: DatabaseOptions,
): object | undefined {
  if (tls !== undefined) return driverTls(tls, projectRoot);
  return encryptionOf(instances, url).ssl as object | undefined;
}

/** @throws PersistenceError DRIVER_MISSING */
function loadDriver({ driver, display }: DatabaseUrl, projectRoot: string): object {
  return loadPackage(driver, projectRoot, () => new PersistenceError('DRIVER_MISSING', [driver, display])) as object;
}

/** @throws PackageError PACKAGE_TOO_OLD; PersistenceError DRIVER_MISSING */
export function sequelizeOptions(
  configuration: DataSourceConfiguration,
  { url, zone, ssl }: { readonly url: DatabaseUrl; readonly zone: TimeZone; readonly ssl: object | undefined },
  { projectRoot, log, isOutline }: DatabaseOptions,
): SequelizeOptions {
  verifyPeer('sequelize');
  if (decorators) verifyPeer('sequelize-typescript');
  const timezone = zone.name;
  const { define, ...provided } = sequelizeOptionsOf(configuration.providerProperties, url.dialect, log);
  const { max, min, acquireMs, idleMs } = configuration.pool;
  return {
    dialect: url.dialect.name,
    dialectModule: isOutline ? {} : loadDriver(url, projectRoot),
    ...(url.dialect.driver.isRemote
      ? {
          host: url.host,
          port: url.port,
          database: url.database,
          timezone,
          dialectOptions: { ...driverZone(timezone), ...driverOptions(url, ssl, configuration.connectTimeoutMs) },
        }
      : { storage: url.storage, transactionType: 'IMMEDIATE' as never, retry: { max: 1 } }),
    username: configuration.username ?? url.username,
    password: configuration.password ?? url.password,
    pool: { max, min, acquire: acquireMs, idle: idleMs },
    define: { ...define, timestamps: true },
    ...provided,
  };
}

/** The driver warns of zones with a name. It converts no dates, since they are read as text. */
function driverZone(timezone: string): object {
  return timezone.includes('/') ? { timezone: 'Z' } : {};
}
