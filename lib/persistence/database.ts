import { existsSync } from 'node:fs';
import { ConnectionError } from 'sequelize';
import { JoinedInstances } from './adoption/joined-instances';
import { type OwnInstance, ownInstancesOf, usesDatabase } from './adoption/own-instances';
import { restoreModel } from './adoption/plain-models';
import { BaseDomain } from './base-domain';
import { claim, release } from './claims';
import { connect, useWriteAheadLog } from './connect';
import type { StatementTimes } from './connection/session-settings';
import { tlsOf } from './connection/tls-of-database';
import { WriterProbe } from './connection/writer-probe';
import type { DataSourceConfiguration } from './data-source-configuration';
import { differingSetting, noticesOf, type Settings, settingsOf, TLS_KEY } from './database-settings';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import type { DomainModel } from './models/domain-model';
import type { SchemaMode } from './provider-properties';
import { type DatabaseOptions, sequelizeOptions, sslOf } from './sequelize-options';
import { compareExactly } from './statements/compare-exactly';
import { DomainSequelize } from './statements/domain-sequelize';
import { type TimeZone, UTC } from './time-zone';
import { Mutex } from './unit-of-work/mutex';
import { takeWrites } from './writes/from-sequelize';
import { zoneOfDatabase } from './zone-of-database';

/** An application that uses a database. */
export interface Participant {
  /** For messages. */
  readonly owner: string;
  readonly schemaMode: SchemaMode;
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
  readonly writer: WriterProbe;
  readonly #joined: JoinedInstances;
  readonly #participants = new Set<Participant>();
  readonly #usersOf = new Map<DomainModel, Set<Participant>>();
  readonly #settings: Settings;
  readonly #isEncrypted: boolean;
  readonly #times: StatementTimes;
  #connected?: Promise<void>;
  #writable?: Promise<void>;

  private constructor(
    readonly url: DatabaseUrl,
    readonly zone: TimeZone,
    configuration: DataSourceConfiguration,
    options: DatabaseOptions,
    ssl: object | undefined,
    /** Undefined if it cannot be shared. */
    readonly key?: string,
  ) {
    this.sequelize = new DomainSequelize(sequelizeOptions(configuration, { url, zone, ssl }, options), options.report);
    this.writer = new WriterProbe(this.sequelize, url);
    takeWrites(this.sequelize);
    this.#isEncrypted = ssl !== undefined;
    const { statementTimeoutMs = 0, lockWaitMs, pool } = configuration;
    this.#times = { statementTimeoutMs, lockWaitMs, maxLockWaits: pool.maxLockWaits };
    if (lockWaitMs !== undefined) this.sequelize.waitForLocks(lockWaitMs);
    compareExactly(this.sequelize.getQueryInterface(), ({ prototype }) => prototype instanceof BaseDomain);
    this.#joined = new JoinedInstances(this.sequelize);
    this.#settings = settingsOf(configuration, url, zone, options);
    for (const notice of noticesOf(configuration, url, zone)) options.log(notice);
  }

  /**
   * The database that is already open under that URL, or a new one.
   *
   * @throws PersistenceError DATABASE_SETTINGS_DIFFER, DRIVER_MISSING, and as {@link parseDatabaseUrl}, {@link tlsOf},
   * {@link driverTls} and {@link zoneOfDatabase}
   */
  static shared(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    const parsed = parseDatabaseUrl(configuration.url, options.projectRoot);
    const url = options.isReadOnly ? withoutMissingFile(parsed) : parsed;
    const key = keyOf(configuration, url);
    const known = key === undefined ? undefined : open.get(key);
    const instances = ownInstancesOf(options.types);
    const zone = zoneOfDatabase(configuration, url, instances) ?? known?.zoneOf(options.types) ?? UTC;
    const ssl = url.dialect.driver.isRemote
      ? sslOf(tlsOf(configuration.ssl, url.options.tls), url, instances, options)
      : undefined;
    known?.verifySettings(settingsOf(configuration, url, zone, options), ssl !== undefined);
    const database = known ?? new Database(url, zone, configuration, options, ssl, key);
    if (key !== undefined) open.set(key, database);
    return database;
  }

  /** A database that is neither shared nor connected: statements are rejected. @throws as {@link shared} */
  static unshared(configuration: DataSourceConfiguration, options: DatabaseOptions): Database {
    const url = parseDatabaseUrl(configuration.url, options.projectRoot);
    const zone = zoneOfDatabase(configuration, url, ownInstancesOf(options.types)) ?? UTC;
    // It never connects, so the files of certificates may be missing.
    const database = new Database(url, zone, configuration, { ...options, isOutline: true }, undefined);
    rejectConnections(database.sequelize);
    return database;
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
    this.#connected ??= connect(this.sequelize, this.url, this.#times);
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
  private verifySettings(settings: Settings, isEncrypted: boolean): void {
    const name =
      differingSetting(settings, this.#settings) ?? (isEncrypted && !this.#isEncrypted ? TLS_KEY : undefined);
    if (name === undefined) return;
    const facts = [settings.owner, this.#settings.owner, this.url.display, name];
    throw new PersistenceError('DATABASE_SETTINGS_DIFFER', facts);
  }
}

function rejectConnections({ connectionManager }: DomainSequelize): void {
  connectionManager.getConnection = () => Promise.reject(new ConnectionError(new Error('It is not connected.')));
}

/** SQLite would create the file when it connects. */
function withoutMissingFile(url: DatabaseUrl): DatabaseUrl {
  return url.storage === undefined || existsSync(url.storage) ? url : { ...url, storage: ':memory:' };
}

/** In-memory databases are never shared. */
function keyOf({ username }: DataSourceConfiguration, url: DatabaseUrl): string | undefined {
  const { storage, host, port, database, options } = url;
  if (storage !== undefined) return storage === ':memory:' ? undefined : storage;
  const server = options.socketPath ?? `${host!.toLowerCase()} ${port}`;
  return [username ?? url.username, server, database].join(' ');
}

/** The mode `create` of one application would drop the tables of another. */
function verifyModes(model: DomainModel, first: Participant, second: Participant): void {
  const isDropping = [first, second].some(({ schemaMode }) => schemaMode.startsWith('create'));
  if (!isDropping || first.schemaMode === second.schemaMode) return;
  const facts = [model.name, first.owner, first.schemaMode, second.owner, second.schemaMode];
  throw new PersistenceError('TABLES_SHARED', facts);
}
