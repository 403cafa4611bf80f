import type { SequelizeOptions } from 'sequelize-typescript';
import { loadPackage } from '../foundation';
import { restoreModel } from './adoption/plain-models';
import { claim, release } from './claims';
import { connect } from './connect';
import type { DataSourceConfiguration } from './data-source-configuration';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import type { DomainModel } from './models/domain-model';
import { type SchemaMode, sequelizeOptionsOf } from './provider-properties';
import { DomainSequelize } from './statements/domain-sequelize';
import { Mutex } from './unit-of-work/mutex';

/** An application that takes part in a database. */
export interface Sharer {
  /** For messages. */
  readonly owner: string;
  readonly schemaMode: SchemaMode;
}

interface DatabaseOptions {
  readonly owner: string;
  readonly projectRoot: string;
  readonly log: (line: string) => void;
  /** For an error that nobody waits for; the standard error output by default. */
  readonly report?: (message: string, error: unknown) => void;
}

const open = new Map<string, Database>();

/**
 * A pool of connections and the model classes that are initialised on it, for all applications of the process that name
 * the same database with the same user. The last to leave closes it.
 *
 * @see Specification, "Configuration documents": `db.url`
 */
export class Database {
  /** One application at a time brings classes along, makes tables, or leaves. */
  readonly turns = new Mutex();
  readonly sequelize: DomainSequelize;
  readonly #sharers = new Set<Sharer>();
  readonly #holders = new Map<DomainModel, Set<Sharer>>();
  readonly #settings: Settings;
  #connected?: Promise<void>;

  private constructor(
    readonly url: DatabaseUrl,
    configuration: DataSourceConfiguration,
    options: DatabaseOptions,
    /** Undefined for one that nobody else can take part in. */
    readonly key?: string,
  ) {
    this.sequelize = new DomainSequelize(sequelizeOptions(configuration, url, options), options.report);
    this.#settings = { owner: options.owner, values: settingsOf(configuration, url) };
  }

  /**
   * The database that is open under that URL, or a new one; to be left again.
   *
   * @throws PersistenceError DATABASE_SETTINGS_DIFFER, URL_INVALID, DRIVER_MISSING
   */
  static join(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    const url = parseDatabaseUrl(configuration.url, options.projectRoot);
    const key = keyOf(configuration, url);
    const known = key === undefined ? undefined : open.get(key);
    known?.verifySettings({ owner: options.owner, values: settingsOf(configuration, url) });
    const database = known ?? new Database(url, configuration, options, key);
    if (key !== undefined) open.set(key, database);
    return database;
  }

  /** One that is not connected, and no other application's. @throws as {@link join} */
  static apart(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    return new Database(parseDatabaseUrl(configuration.url, options.projectRoot), configuration, options);
  }

  enter(sharer: Sharer): void {
    this.#sharers.add(sharer);
  }

  /** @returns whether nobody is left */
  leave(sharer: Sharer): boolean {
    this.#sharers.delete(sharer);
    if (this.#sharers.size > 0) return false;
    if (this.key !== undefined && open.get(this.key) === this) open.delete(this.key);
    return true;
  }

  /** Reaches it, once for all applications. @throws what `connect` does */
  connect(): Promise<void> {
    this.#connected ??= connect(this.sequelize, this.url);
    return this.#connected;
  }

  /** Those that are initialised here, for whichever application. */
  get models(): readonly DomainModel[] {
    return [...this.#holders.keys()];
  }

  /**
   * Notes that an application has these classes.
   *
   * @throws PersistenceError CLASS_CLAIMED by another database, TABLES_SHARED with an application that would drop them
   */
  hold(models: readonly DomainModel[], sharer: Sharer): void {
    for (const model of models) {
      for (const other of this.#holders.get(model) ?? []) verifyModes(model, other, sharer);
      claim(model, this);
      this.#holders.set(model, (this.#holders.get(model) ?? new Set()).add(sharer));
    }
  }

  /** @returns the classes that no other application has */
  heldAlone(sharer: Sharer): readonly DomainModel[] {
    return this.models.filter((model) => [...this.#holders.get(model)!].every((holder) => holder === sharer));
  }

  /** @returns the classes that the application does not have */
  heldByOthers(sharer: Sharer): readonly DomainModel[] {
    return this.models.filter((model) => !this.#holders.get(model)!.has(sharer));
  }

  /** Lets go of the classes of an application. */
  letGo(sharer: Sharer): void {
    for (const model of this.heldAlone(sharer)) {
      this.#holders.delete(model);
      if (this.sequelize.models[model.name] === model) this.sequelize.modelManager.removeModel(model as never);
      restoreModel(model);
      release(model);
    }
    for (const holders of this.#holders.values()) holders.delete(sharer);
  }

  /** @throws PersistenceError DATABASE_SETTINGS_DIFFER */
  private verifySettings({ owner, values }: Settings): void {
    for (const [name, value] of Object.entries(values)) {
      if (value === this.#settings.values[name]) continue;
      const facts = [owner, this.#settings.owner, this.url.display, name];
      throw new PersistenceError('DATABASE_SETTINGS_DIFFER', facts);
    }
  }
}

/** Settings that all applications of a database must share, by the key of the configuration. */
interface Settings {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
}

function settingsOf(
  { password, pool, providerProperties }: DataSourceConfiguration,
  url: DatabaseUrl,
): object & Settings['values'] {
  const { logging, define } = sequelizeOptionsOf(providerProperties, url.dialect, () => undefined);
  const pools = Object.fromEntries(Object.entries(pool).map(([name, value]) => [`pool.${name}`, value]));
  return {
    ...pools,
    password: password ?? url.password,
    'providerProperties.show_sql': logging !== false,
    'providerProperties.naming_strategy': define?.underscored,
  };
}

/** Each database in memory is another. */
function keyOf({ username }: DataSourceConfiguration, url: DatabaseUrl): string | undefined {
  const { storage, host, port, database } = url;
  if (storage !== undefined) return storage === ':memory:' ? undefined : storage;
  return [username ?? url.username, host!.toLowerCase(), port, database].join(' ');
}

/** One that makes its tables anew, or drops them, would take those of another away. */
function verifyModes(model: DomainModel, first: Sharer, second: Sharer): void {
  const isDropping = [first, second].some(({ schemaMode }) => schemaMode.startsWith('create'));
  if (!isDropping || first.schemaMode === second.schemaMode) return;
  const facts = [model.name, first.owner, first.schemaMode, second.owner, second.schemaMode];
  throw new PersistenceError('TABLES_SHARED', facts);
}

/** @throws PersistenceError DRIVER_MISSING */
function loadDriver({ driver, display }: DatabaseUrl, projectRoot: string): object {
  return loadPackage(driver, projectRoot, () => new PersistenceError('DRIVER_MISSING', [driver, display])) as object;
}

function sequelizeOptions(
  configuration: DataSourceConfiguration,
  url: DatabaseUrl,
  { projectRoot, log }: DatabaseOptions,
): SequelizeOptions {
  const { define, ...provided } = sequelizeOptionsOf(configuration.providerProperties, url.dialect, log);
  const { max, min, acquireMs, idleMs } = configuration.pool;
  return {
    dialect: url.dialect,
    dialectModule: loadDriver(url, projectRoot),
    ...(url.dialect === 'sqlite'
      ? { storage: url.storage, transactionType: 'IMMEDIATE' as never, retry: { max: 1 } }
      : { host: url.host, port: url.port, database: url.database, timezone: '+00:00' }),
    username: configuration.username ?? url.username,
    password: configuration.password ?? url.password,
    pool: { max, min, acquire: acquireMs, idle: idleMs },
    define: { ...define, timestamps: true },
    ...provided,
  };
}
