/** The section `db` of an application's configuration. */
export interface DataSourceConfiguration {
  readonly url: string;
  /** Over the user in the URL. */
  readonly username?: string;
  readonly password?: string;
  readonly pool: {
    readonly max: number;
    readonly min: number;
    /** How long a request waits for a connection before it is answered 503. */
    readonly acquireMs: number;
    readonly idleMs: number;
  };
  /** By their own names, without the prefix of another provider. */
  readonly providerProperties: Readonly<Record<string, string | number | boolean | null>>;
}
