/** The section `db` of an application's configuration. */
export interface DataSourceConfiguration {
  readonly url: string;
  /** Over the user in the URL. */
  readonly username?: string;
  readonly password?: string;
  readonly pool: {
    readonly max: number;
    readonly min: number;
    /** How long a request waits for a connection before it gets 503. */
    readonly acquireMs: number;
    readonly idleMs: number;
  };
  /** By their own names, without the prefix of another provider. */
  readonly providerProperties: Readonly<Record<string, string | number | boolean | null>>;
  readonly migrations?: MigrationSettings;
}

/** The section `db.migrations`. */
export interface MigrationSettings {
  /** Of SQL files from the project root, of modules from the module root. */
  readonly folder: string;
  readonly onStart: boolean;
  /** How long another process that runs migrations is waited for. */
  readonly waitMs: number;
}
