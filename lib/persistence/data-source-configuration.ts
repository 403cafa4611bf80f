import type { TlsSettings } from './connection/tls-mode';

/** The section `db` of the configuration. */
export interface DataSourceConfiguration {
  readonly url: string;
  /** Overrides the user of the URL. */
  readonly username?: string;
  readonly password?: string;
  /** The encryption of connections to a server, which the options of the URL may set, too; true for the defaults. */
  readonly ssl?: TlsSettings | boolean | 'true' | 'false';
  /** The zone of DATETIME columns, such as `+08:00` or `Europe/Berlin`; UTC by default. */
  readonly timezone?: string;
  /** How long a statement may take; without it, or with 0, there is no bound. */
  readonly statementTimeoutMs?: number;
  /** How long a statement waits for a lock; without it, as long as the server says. */
  readonly lockWaitMs?: number;
  readonly connectTimeoutMs?: number;
  readonly pool: {
    readonly max: number;
    readonly min: number;
    /** How long a request waits for a connection before it is rejected with 503. */
    readonly acquireMs: number;
    readonly idleMs: number;
    /** The most connections that wait for locks of others at a time; half of `max` when absent. */
    readonly maxLockWaits?: number;
  };
  /** By name, without the prefix `hibernate.`. */
  readonly providerProperties: Readonly<Record<string, string | number | boolean | null>>;
  readonly migrations?: MigrationSettings;
}

/** The section `db.migrations`. */
export interface MigrationSettings {
  /** Relative to the project root for SQL files, to the module root for modules. */
  readonly folder: string;
  readonly onStart: boolean;
  /** How long to wait for another process that runs migrations. */
  readonly waitMs: number;
}
