import type { Transaction } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { runUnbounded } from '../foundation';
import {
  collectMistakes,
  type DomainClass,
  type EntityMetadata,
  type EntityReader,
  type MetadataRegistry,
  ModelMistakes,
} from '../metadata';
import { ApplicationModels } from './application-models';
import { type PoolState, poolStateOf } from './connection/pool-state';
import type { WriterState } from './connection/writer-probe';
import type { DataSourceConfiguration } from './data-source-configuration';
import { type DataSourceOptions, type DataSourceSettings, NO_MIGRATIONS, settingsFor } from './data-source-options';
import { Database, type Participant } from './database';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { findReadBack } from './find-read-back';
import { type FromModelsOptions, migrationFromModels, type WrittenMigration } from './migrations/migration-from-models';
import { Migrations } from './migrations/migrations';
import { verifyCascades } from './models/adopt-delete-rules';
import { setPathKey } from './models/column-rules';
import { modelOf, tableNameOf } from './models/domain-model';
import { verifyFullText } from './models/full-text';
import { modelReader } from './models/model-reader';
import { verifyFieldTypes } from './models/verify-fields';
import { verifyIndexes } from './models/verify-indexes';
import { verifySoftDeletes } from './models/verify-soft-deletes';
import { verifyToJson } from './models/verify-to-json';
import { openDatabases } from './open-databases';
import { type SchemaMode, schemaModeOf } from './provider-properties';
import { dropSchema } from './schema/change-schema';
import { compareSchema, type SchemaComparison } from './schema/compare-schema';
import type { ChangedDatabase } from './schema/execution/change-tables';
import { withJsonTypes } from './schema/json-columns';
import { applySchema } from './schema/schema';
import { storedShapes } from './schema/shapes/stored-shapes';
import type { StoredTables } from './schema/stored-tables';
import { withModels } from './schema/with-models';
import { StatementDescriptions } from './statements/described-statement';
import type { DomainSequelize } from './statements/domain-sequelize';
import { runEnclosingUnit } from './statements/enclosing-unit';
import { runTrial, type Trial } from './statements/trial';
import { DatabaseIdempotencyKeys } from './stores/database-idempotency-keys';
import { DatabaseRates } from './stores/database-rates';
import { DatabaseRoles } from './stores/database-roles';
import { DatabaseSessions } from './stores/database-sessions';
import { DatabaseTagKey, TAG_KEY_TABLE } from './stores/database-tag-key';
import type { TableShape } from './tables/table-shape';
import { verifyWorkers } from './verify-workers';
import { ReadBack } from './writes/read-back';
import { watchedTablesOf } from './writes/watched-tables';

/** The schema modes that create tables or foreign keys. */
const CHANGING: ReadonlySet<SchemaMode> = new Set(['update', 'create', 'create-drop']);

/** The database of one application with its model classes. Applications with the same database share its connections. */
export class DataSource {
  readonly reader: EntityReader = { ...modelReader, reservedBy: (type, name) => this.#models.reservedBy?.(type, name) };
  readonly sequelize: DomainSequelize;
  readonly url: DatabaseUrl;
  /** The migrations in `db.migrations.folder`. */
  readonly migrations: Migrations;
  readonly descriptions: StatementDescriptions;
  /** The classes whose rows are read again after a write; none until the schema is applied. */
  readBack = ReadBack.NONE;
  readonly #models: ApplicationModels;
  /** The tables at the start. */
  #tables?: StoredTables;
  #watched?: MetadataRegistry;
  #closed?: Promise<void>;
  readonly #database: Database;
  readonly #participant: Participant;
  readonly #log: (line: string) => void;
  readonly #waitMs: number;
  readonly #isMigrating: boolean;
  readonly #isCompared: boolean;
  readonly #isReadOnly: boolean;

  private constructor(
    database: Database,
    configuration: DataSourceConfiguration,
    readonly schemaMode: SchemaMode,
    { owner, log, projectRoot, moduleRoot, isCompared, isReadOnly, isKeyless }: DataSourceSettings,
  ) {
    const settings = configuration.migrations ?? NO_MIGRATIONS;
    const { sequelize, url } = database;
    this.migrations = new Migrations({ sequelize, url, settings, projectRoot, moduleRoot, log });
    this.#waitMs = settings.waitMs;
    this.#isMigrating = settings.onStart && !isCompared;
    this.#isCompared = isCompared;
    this.#isReadOnly = isReadOnly;
    this.sequelize = sequelize;
    this.url = url;
    this.descriptions = new StatementDescriptions(sequelize, url);
    this.#database = database;
    this.#participant = { owner, schemaMode };
    this.#models = new ApplicationModels(database, this.#participant, log, isKeyless);
    this.#log = log;
    database.addParticipant(this.#participant);
  }

  /**
   * Connects to the database and initialises the model classes on it.
   *
   * @throws PersistenceError when the database cannot be reached, a driver is missing, or a model cannot be used
   */
  static async open(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<DataSource> {
    const schemaMode = options.isCompared ? 'none' : schemaModeOf(configuration.providerProperties);
    const settings = settingsFor(options);
    verifyWorkers(options.workers ?? 1, parseDatabaseUrl(configuration.url, options.projectRoot), schemaMode);
    const dataSource = new DataSource(
      Database.shared(configuration, { ...settings, types }),
      configuration,
      schemaMode,
      settings,
    );
    await runUnbounded(() => dataSource.#initialise(types, options.mistakes, true));
    openDatabases.set(dataSource.sequelize, dataSource.url.display);
    return dataSource;
  }

  /**
   * Connects to the database, and leaves it again.
   *
   * @throws PersistenceError when the database cannot be reached
   */
  static async reach(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<void> {
    const settings = settingsFor(options);
    const database = Database.shared(configuration, { ...settings, types });
    const dataSource = new DataSource(database, configuration, 'none', settings);
    try {
      await database.connect(true);
    } finally {
      await dataSource.close();
    }
  }

  /** {@link open} without connecting: the model can be described, but not queried. */
  static async outline(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<DataSource> {
    const settings = settingsFor(options);
    const dataSource = new DataSource(
      Database.unshared(configuration, { ...settings, types }),
      configuration,
      'none',
      settings,
    );
    return dataSource.#initialise(types, options.mistakes, false);
  }

  /** The classes of the domain, without join tables. */
  get types(): readonly DomainClass[] {
    return this.#models.types;
  }

  /** The tables of all models on this database, those of other applications included. */
  get tableNames(): readonly string[] {
    return Object.values(this.sequelize.models).map((model) => String(tableNameOf(model.getTableName())));
  }

  /** Undefined on SQLite, which uses one connection at a time. */
  get pool(): PoolState | undefined {
    return this.url.dialect.driver.isRemote ? poolStateOf(this.sequelize) : undefined;
  }

  /** Asks whether the database can be reached, and accepts writes; within a second. Never rejects. */
  writerState(): Promise<WriterState> {
    return this.#database.writer.ask();
  }

  /**
   * Checks the columns against the database and the metadata of the classes.
   *
   * @param outer the list that mistakes are added to; without one they are thrown
   * @throws PersistenceError
   */
  verify(entities: readonly EntityMetadata[], outer?: ModelMistakes): void {
    collectMistakes(outer, (mistakes) => {
      verifyFieldTypes(entities, this.url.dialect, mistakes);
      verifyToJson(entities, mistakes);
      verifySoftDeletes(entities, mistakes);
      verifyIndexes(entities, mistakes);
      verifyFullText(entities, mistakes);
      if (!this.#isCompared) verifyCascades(entities, mistakes);
    });
  }

  /**
   * Creates, updates or checks the tables, depending on `hbm2ddl.auto`.
   *
   * @throws PersistenceError the errors of {@link verify}, and for tables that are missing or cannot be created
   */
  async applySchema(entities: readonly EntityMetadata[]): Promise<void> {
    this.verify(entities);
    for (const { type, key } of entities) setPathKey(modelOf(type), key.name);
    const [tables, log] = [this.#tables, this.#log];
    const apply = async () => {
      await applySchema(this.schemaMode, { ...this.#changed(this.#models.ownTables()), entities, tables, log });
      if (CHANGING.has(this.schemaMode)) await this.#models.rereadForeignKeys();
      const aggregates = this.#watched?.aggregates ?? [];
      this.readBack = await findReadBack(this.sequelize, aggregates, log);
      watchedTablesOf(this.sequelize).newAggregates.add(aggregates, this.readBack.storedAsWritten);
    };
    await this.#database.mutex.run(() => runUnbounded(apply));
  }

  /** Compares the tables of the models with those of the database. */
  compareSchema(entities: readonly EntityMetadata[]): Promise<SchemaComparison> {
    return compareSchema(this.#models.ownTables(), entities, true);
  }

  /** The statements of a migration from the tables to the models, and of the way back. */
  migrationFromModels(entities: readonly EntityMetadata[], options?: FromModelsOptions): Promise<WrittenMigration> {
    return migrationFromModels(this.#models.ownTables(), entities, options);
  }

  /** All tables and views of the database, also those without a model; columns that contain JSON have the type JSON. */
  async storedTables(): Promise<readonly TableShape[]> {
    return withJsonTypes(await storedShapes(this.sequelize), this.sequelize);
  }

  /** Keeps aggregates consistent from now on, by watching all writes to their rows. */
  registerAggregates(registry: MetadataRegistry): void {
    watchedTablesOf(this.sequelize).add(registry);
    this.#watched = registry;
  }

  /** A session store in this database. Must be created before the schema is applied. */
  sessions(): DatabaseSessions {
    return new DatabaseSessions(this.sequelize);
  }

  /** A role store in this database. Must be created before the schema is applied. */
  roles(table: string): DatabaseRoles {
    return new DatabaseRoles(this.sequelize, table);
  }

  /** Request counters in this database. Must be created before the schema is applied. */
  rates(): DatabaseRates {
    return new DatabaseRates(this.sequelize);
  }

  /** Idempotency keys in this database. Must be created before the schema is applied. */
  keys(): DatabaseIdempotencyKeys {
    return new DatabaseIdempotencyKeys(this.sequelize);
  }

  /**
   * The key of entity tags in this database; undefined if its table does not exist and is not created at the start. Must be
   * created before the schema is applied.
   */
  async tagKey(): Promise<DatabaseTagKey | undefined> {
    const isKept = this.schemaMode === 'none' || this.schemaMode === 'validate';
    const isMissing =
      isKept && !this.#isCompared && !(await this.sequelize.getQueryInterface().tableExists(TAG_KEY_TABLE));
    return isMissing ? undefined : new DatabaseTagKey(this.sequelize);
  }

  /** {@link DomainSequelize.unitOfWork} */
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.sequelize.unitOfWork(work);
  }

  /** {@link DomainSequelize.lateUnit} */
  lateUnit<T>(work: () => Promise<T>): Promise<T> {
    return this.sequelize.lateUnit(work);
  }

  /** {@link runEnclosingUnit} */
  enclosingUnit<T>(work: () => Promise<T>, usesSavepoints: boolean): Promise<T> {
    return runEnclosingUnit(this.sequelize, work, usesSavepoints);
  }

  /** {@link runTrial} */
  trial<T, U>(trial: Trial<T, U>): Promise<U> {
    return runTrial(this.sequelize, trial);
  }

  /** Releases the model classes that no other application uses and, if it is the last application, the connections. */
  close(): Promise<void> {
    this.#closed ??= runUnbounded(() => this.#close());
    return this.#closed;
  }

  async #close(): Promise<void> {
    const database = this.#database;
    const isLast = database.removeParticipant(this.#participant);
    if (this.#watched) watchedTablesOf(this.sequelize).delete(this.#watched);
    await database.mutex.run(async () => {
      const released = database.modelsOnlyOf(this.#participant);
      const isDropped = this.schemaMode === 'create-drop' && !this.#models.isEmpty;
      if (isDropped) await dropSchema(this.#changed(isLast ? this.sequelize : withModels(this.sequelize, released)));
      database.releaseModels(this.#participant);
      if (!isLast) return;
      openDatabases.delete(this.sequelize);
      database.writer.close();
      await this.sequelize.close();
    });
  }

  #changed(sequelize: Sequelize): ChangedDatabase {
    return { sequelize, url: this.url, waitMs: this.#waitMs };
  }

  async #migrate(): Promise<void> {
    const ran = await this.migrations.up();
    if (ran.length > 0) this.#log(`Migrations that ran: ${ran.map(({ name }) => name).join(', ')}.`);
  }

  /** A model that is compared with the database may differ from it. */
  async #readForeignKeys(outer: ModelMistakes | undefined): Promise<void> {
    if (this.#isCompared) return this.#models.readForeignKeys();
    const mistakes = outer ?? new ModelMistakes();
    await this.#models.readForeignKeys(mistakes);
    if (!outer) mistakes.report();
  }

  /** Initialises the classes, with or without a connection. Closes everything on failure. */
  async #initialise(
    types: readonly DomainClass[],
    outer: ModelMistakes | undefined,
    isConnected: boolean,
  ): Promise<this> {
    try {
      if (isConnected) await this.#database.connect(this.#isReadOnly);
      await this.#database.mutex.run(async () => {
        collectMistakes(outer, (mistakes) => this.#models.initialise(types, mistakes));
        if (!isConnected || outer?.areAny) return;
        if (!this.#isCompared) this.#models.joinInstances();
        if (this.#isMigrating) await this.#migrate();
        if (!this.#isCompared) this.#tables = await this.#models.readTables();
        await this.#readForeignKeys(outer);
      });
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}
