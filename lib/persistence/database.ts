import { existsSync } from 'node:fs';
import type { SequelizeOptions } from 'sequelize-typescript';
import { loadPackage } from '../foundation';
import { JoinedInstances } from './adoption/joined-instances';
import { encryptionOf, type OwnInstance, ownInstancesOf, usesDatabase } from './adoption/own-instances';
import { restoreModel } from './adoption/plain-models';
import { BaseDomain } from './base-domain';
import { claim, release } from './claims';
import { connect, useWriteAheadLog } from './connect';
import type { DataSourceConfiguration } from './data-source-configuration';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import type { DomainModel } from './models/domain-model';
import { type SchemaMode, sequelizeOptionsOf } from './provider-properties';
import { compareExactly } from './statements/compare-exactly';
import { DomainSequelize } from './statements/domain-sequelize';
import { type TimeZone, UTC } from './time-zone';
import { Mutex } from './unit-of-work/mutex';
import { zoneOfDatabase } from './zone-of-database';

/** An application that uses a database. */
export interface Participant {
  /** For messages. */
  readonly owner: string;
  readonly schemaMode: SchemaMode;
}

interface DatabaseOptions {
  readonly owner: string;
  readonly projectRoot: string;
  readonly isReadOnly?: boolean;
  /** The classes of the application, whose Sequelize instances determine the time zone. */
  readonly types: readonly (object | undefined)[];
  readonly log: (line: string) => void;
  /** Receives errors that no caller sees; `console.error` by default. */
  readonly report?: (message: string, error: unknown) => void;
}

const open = new Map<string, Database>();

/**
 * A connection pool with its model classes, shared by all applications of the process that use the same database with the
 * same user.
 *
 * @see Specification, "Configuration documents": `db.url`
 */
export class Database {
  /** One application at a time may initialise classes, create tables or close. */
  readonly mutex = new Mutex();
  readonly sequelize: DomainSequelize;
  readonly #joined: JoinedInstances;
  readonly #participants = new Set<Participant>();
  readonly #usersOf = new Map<DomainModel, Set<Participant>>();
  readonly #settings: Settings;
  #connected?: Promise<void>;
  #writable?: Promise<void>;

  private constructor(
    readonly url: DatabaseUrl,
    readonly zone: TimeZone,
    configuration: DataSourceConfiguration,
    options: DatabaseOptions,
    /** Undefined if it cannot be shared. */
    readonly key?: string,
  ) {
    this.sequelize = new DomainSequelize(sequelizeOptions(configuration, url, zone, options), options.report);
    compareExactly(this.sequelize.getQueryInterface(), ({ prototype }) => prototype instanceof BaseDomain);
    this.#joined = new JoinedInstances(this.sequelize);
    this.#settings = { owner: options.owner, values: settingsOf(configuration, url, zone) };
    if (zone.hasChangingClocks) options.log(clocksNotice(url, zone));
  }

  /**
   * The database that is already open under that URL, or a new one.
   *
   * @throws PersistenceError DATABASE_SETTINGS_DIFFER, URL_INVALID, DRIVER_MISSING, and as {@link zoneOfDatabase}
   */
  static shared(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    const parsed = parseDatabaseUrl(configuration.url, options.projectRoot);
    const url = options.isReadOnly ? withoutMissingFile(parsed) : parsed;
    const key = keyOf(configuration, url);
    const known = key === undefined ? undefined : open.get(key);
    const zone =
      zoneOfDatabase(configuration, url, ownInstancesOf(options.types)) ?? known?.zoneOf(options.types) ?? UTC;
    known?.verifySettings({ owner: options.owner, values: settingsOf(configuration, url, zone) });
    const database = known ?? new Database(url, zone, configuration, options, key);
    if (key !== undefined) open.set(key, database);
    return database;
  }

  /** A database that is neither connected nor shared. @throws as {@link shared} */
  static unshared(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    const url = parseDatabaseUrl(configuration.url, options.projectRoot);
    const zone = zoneOfDatabase(configuration, url, ownInstancesOf(options.types)) ?? UTC;
    return new Database(url, zone, configuration, options);
  }

  addParticipant(participant: Participant): void {
    this.#participants.add(participant);
  }

  /** @returns whether it was the last one */
  removeParticipant(participant: Participant): boolean {
    this.#participants.delete(participant);
    if (this.#participants.size > 0) return false;
    if (this.key !== undefined && open.get(this.key) === this) open.delete(this.key);
    return true;
  }

  /** Connects once for all applications. @throws as `connect` */
  connect(isReadOnly: boolean): Promise<void> {
    this.#connected ??= connect(this.sequelize, this.url);
    if (isReadOnly) return this.#connected;
    this.#writable ??= this.#connected.then(() => useWriteAheadLog(this.sequelize, this.url));
    return this.#writable;
  }

  /** The models of all applications. */
  get models(): readonly DomainModel[] {
    return [...this.#usersOf.keys()];
  }

  /**
   * Registers the models of an application.
   *
   * @throws PersistenceError CLASS_CLAIMED by another database, TABLES_SHARED with an application that would drop them
   */
  addModels(models: readonly DomainModel[], participant: Participant): void {
    for (const model of models) {
      for (const other of this.#usersOf.get(model) ?? []) verifyModes(model, other, participant);
      claim(model, this);
      this.#usersOf.set(model, (this.#usersOf.get(model) ?? new Set()).add(participant));
    }
  }

  /** The models that no other application uses. */
  modelsOnlyOf(participant: Participant): readonly DomainModel[] {
    return this.models.filter((model) => [...this.#usersOf.get(model)!].every((user) => user === participant));
  }

  /** The models that only other applications use. */
  modelsOfOthers(participant: Participant): readonly DomainModel[] {
    return this.models.filter((model) => !this.#usersOf.get(model)!.has(participant));
  }

  /** Sends the statements of these Sequelize instances through this one, unless they use another database. */
  joinInstances(instances: readonly OwnInstance[], participant: Participant): void {
    for (const { sequelize } of instances) {
      const isTaken = [...open.values()].some((other) => other !== this && other.#joined.has(sequelize));
      if (usesDatabase(sequelize, this.url) && !isTaken) this.#joined.join(sequelize, participant);
    }
  }

  /** Releases the models of an application, and their Sequelize instances. */
  releaseModels(participant: Participant): void {
    this.#joined.release(participant);
    for (const model of this.modelsOnlyOf(participant)) {
      this.#usersOf.delete(model);
      if (this.sequelize.models[model.name] === model) this.sequelize.modelManager.removeModel(model as never);
      restoreModel(model);
      release(model);
    }
    for (const users of this.#usersOf.values()) users.delete(participant);
  }

  /** The zone if one of the classes is in use here already; another application may have taken it over. */
  private zoneOf(types: readonly (object | undefined)[]): TimeZone | undefined {
    return types.some((type) => this.#usersOf.has(type as DomainModel)) ? this.zone : undefined;
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

/** Settings that must be the same for all applications of a database, by configuration key. */
interface Settings {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
}

function settingsOf(
  { password, pool, providerProperties }: DataSourceConfiguration,
  url: DatabaseUrl,
  zone: TimeZone,
): object & Settings['values'] {
  const { logging, define } = sequelizeOptionsOf(providerProperties, url.dialect, () => undefined);
  const pools = Object.fromEntries(Object.entries(pool).map(([name, value]) => [`pool.${name}`, value]));
  return {
    ...pools,
    password: password ?? url.password,
    timezone: zone.name,
    'providerProperties.show_sql': logging !== false,
    'providerProperties.naming_strategy': define?.underscored,
  };
}

/** SQLite would create the file when it connects. */
function withoutMissingFile(url: DatabaseUrl): DatabaseUrl {
  return url.storage === undefined || existsSync(url.storage) ? url : { ...url, storage: ':memory:' };
}

/** In-memory databases are never shared. */
function keyOf({ username }: DataSourceConfiguration, url: DatabaseUrl): string | undefined {
  const { storage, host, port, database } = url;
  if (storage !== undefined) return storage === ':memory:' ? undefined : storage;
  return [username ?? url.username, host!.toLowerCase(), port, database].join(' ');
}

/** The mode `create` of one application would drop the tables of another. */
function verifyModes(model: DomainModel, first: Participant, second: Participant): void {
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
  { name: timezone }: TimeZone,
  { projectRoot, log, types }: DatabaseOptions,
): SequelizeOptions {
  const { define, ...provided } = sequelizeOptionsOf(configuration.providerProperties, url.dialect, log);
  const { max, min, acquireMs, idleMs } = configuration.pool;
  return {
    dialect: url.dialect,
    dialectModule: loadDriver(url, projectRoot),
    ...(url.dialect === 'sqlite'
      ? { storage: url.storage, transactionType: 'IMMEDIATE' as never, retry: { max: 1 } }
      : {
          host: url.host,
          port: url.port,
          database: url.database,
          timezone,
          dialectOptions: { ...driverZone(timezone), ...encryptionOf(ownInstancesOf(types), url) },
        }),
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

function clocksNotice({ display }: DatabaseUrl, { name }: TimeZone): string {
  return `The database ${display} stores times in the zone ${name}, where clocks change: a time in the hour that occurs twice is read as the first of the two, and TIMESTAMP columns have the offset at which a connection was opened.`;
}
