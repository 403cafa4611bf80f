import type { Transaction } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import {
  collectMistakes,
  type DomainClass,
  type EntityMetadata,
  type EntityReader,
  type MetadataRegistry,
  type ModelMistakes,
} from '../metadata';
import { PlainModels } from './adoption/plain-models';
import type { DataSourceConfiguration, MigrationSettings } from './data-source-configuration';
import { Database, type Sharer } from './database';
import type { DatabaseUrl } from './database-url';
import { type FromModelsOptions, migrationFromModels, type WrittenMigration } from './migrations/migration-from-models';
import { Migrations } from './migrations/migrations';
import { setPathKey } from './models/column-rules';
import { type DomainModel, isModel, modelOf, storedName } from './models/domain-model';
import { verifyFullText } from './models/full-text';
import { modelReader } from './models/model-reader';
import type { ReservedName } from './models/reserved-names';
import { verifyFieldTypes } from './models/verify-fields';
import { verifyIndexes } from './models/verify-indexes';
import { verifySoftDeletes } from './models/verify-soft-deletes';
import { verifyToJson } from './models/verify-to-json';
import { openDatabases } from './open-databases';
import { isJoinTable, prepareModels } from './prepare-models';
import { type SchemaMode, schemaModeOf } from './provider-properties';
import { adoptPrecision, coarserColumns } from './schema/adopt-precision';
import { compareSchema, type SchemaComparison } from './schema/compare-schema';
import { applySchema } from './schema/schema';
import { storedShapes } from './schema/shapes/stored-shapes';
import type { TableShape } from './schema/shapes/table-shape';
import { StoredTables } from './schema/stored-tables';
import { withModels } from './schema/with-models';
import type { DomainSequelize } from './statements/domain-sequelize';
import { DatabaseKeys } from './stores/database-keys';
import { DatabaseRates } from './stores/database-rates';
import { DatabaseRoles } from './stores/database-roles';
import { DatabaseSessions } from './stores/database-sessions';
import type { WrittenRows } from './unit-of-work/written-rows';
import { registerAggregates } from './writes/known-aggregates';
import { unwatchWrites, watchWrites } from './writes/watch-writes';

export interface DataSourceOptions {
  /** The folder that a relative SQLite path starts from, and where the driver is installed. */
  readonly projectRoot: string;
  /** Where the modules of migrations are; the project root when absent. */
  readonly moduleRoot?: string;
  readonly log: (line: string) => void;
  /** For an error that nobody waits for; the standard error output by default. */
  readonly report?: (message: string, error: unknown) => void;
  /** For messages: whose data source it is. */
  readonly owner?: string;
  /** Whether columns stay as the models declare them, whatever the tables hold: to compare them, not to serve. */
  readonly isCompared?: boolean;
  /** Where the mistakes of the model go, for one who has more to check. */
  readonly mistakes?: ModelMistakes;
}

/** The database of one application, and the model classes that live in it; other applications may take part in it. */
export class DataSource {
  readonly reader: EntityReader = { ...modelReader, reservedBy: (type, name) => this.#reservedBy?.(type, name) };
  readonly sequelize: DomainSequelize;
  readonly url: DatabaseUrl;
  /** Those that others had here before. */
  #present: ReadonlySet<DomainModel> = new Set();
  /** With sessions and other tables that are no part of a domain. */
  #before: readonly DomainModel[] = [];
  #models: readonly DomainModel[] = [];
  /** As they were found at the start. */
  #tables?: StoredTables;
  #reservedBy?: ReservedName;
  #kept?: MetadataRegistry;
  #closed?: Promise<void>;
  readonly #database: Database;
  readonly #sharer: Sharer;
  readonly #log: (line: string) => void;
  readonly #migrations: Migrations;
  readonly #isMigrating: boolean;
  readonly #isCompared: boolean;

  private constructor(
    database: Database,
    configuration: DataSourceConfiguration,
    readonly schemaMode: SchemaMode,
    { owner, log, projectRoot, moduleRoot, isCompared }: Owned,
  ) {
    const settings = configuration.migrations ?? NO_MIGRATIONS;
    const { sequelize, url } = database;
    this.#migrations = new Migrations({ sequelize, url, settings, projectRoot, moduleRoot });
    this.#isMigrating = settings.onStart && !isCompared;
    this.#isCompared = isCompared;
    this.sequelize = database.sequelize;
    this.url = database.url;
    this.#database = database;
    this.#sharer = { owner, schemaMode };
    this.#log = log;
    database.enter(this.#sharer);
  }

  /**
   * Connects to the database, unless another application has done so, and initialises the model classes on it.
   *
   * @throws PersistenceError when the database cannot be reached, a driver is missing, or a model cannot be used
   */
  static async open(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<DataSource> {
    const schemaMode = options.isCompared ? 'none' : schemaModeOf(configuration.providerProperties);
    const owned = ownedBy(options);
    const dataSource = new DataSource(Database.join(configuration, owned), configuration, schemaMode, owned);
    await dataSource.#adopted(types, options.mistakes, true);
    openDatabases.set(dataSource.sequelize, dataSource.url.display);
    return dataSource;
  }

  /** {@link open} without reaching the database: enough to describe the model, not to query it. */
  static async outline(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<DataSource> {
    const owned = ownedBy(options);
    const dataSource = new DataSource(Database.apart(configuration, owned), configuration, 'none', owned);
    return dataSource.#adopted(types, options.mistakes, false);
  }

  /** The classes that are part of the domain; join tables are not. */
  get types(): readonly DomainClass[] {
    return this.#models.filter((model) => !isJoinTable(model, this.#models)) as unknown as DomainClass[];
  }

  /**
   * Checks what columns and classes promise together.
   *
   * @param handed where mistakes go; nothing is thrown then
   * @throws PersistenceError for a column whose values could not be kept or shown exactly
   */
  verify(entities: readonly EntityMetadata[], handed?: ModelMistakes): void {
    collectMistakes(handed, (mistakes) => {
      verifyFieldTypes(entities, this.url.dialect, mistakes);
      verifyToJson(entities, mistakes);
      verifySoftDeletes(entities, mistakes);
      verifyIndexes(entities, mistakes);
      verifyFullText(entities, mistakes);
    });
  }

  /**
   * Creates or checks the tables, as `hbm2ddl.auto` says.
   *
   * @throws PersistenceError those of {@link verify}, and for tables that are missing or cannot be made
   */
  async applySchema(entities: readonly EntityMetadata[]): Promise<void> {
    this.verify(entities);
    for (const { type, key } of entities) setPathKey(modelOf(type), key.name);
    const make = () => applySchema(this.schemaMode, this.#ownTables(), entities, this.#tables, this.#log);
    await this.#database.turns.run(make);
  }

  /** The tables that the models want and those of the database, and in what they differ. */
  compareSchema(entities: readonly EntityMetadata[]): Promise<SchemaComparison> {
    return compareSchema(this.#ownTables(), entities, true);
  }

  /** The statements that make the tables into what the models want, and those that lead back. */
  migrationFromModels(entities: readonly EntityMetadata[], options?: FromModelsOptions): Promise<WrittenMigration> {
    return migrationFromModels(this.#ownTables(), entities, options);
  }

  /** All tables and views of the database, whoever made them. */
  storedTables(): Promise<readonly TableShape[]> {
    return storedShapes(this.sequelize);
  }

  /** Those of `db.migrations.folder`. */
  get migrations(): Migrations {
    return this.#migrations;
  }

  /** Keeps the aggregates of a model consistent from now on: what is written inside them, by whatever code, is known. */
  registerAggregates(registry: MetadataRegistry): void {
    registerAggregates(registry);
    watchWrites(this.sequelize, registry);
    this.#kept = registry;
  }

  /** Sessions in a table of this database; to be asked for before the schema is applied. */
  sessions(): DatabaseSessions {
    return new DatabaseSessions(this.sequelize);
  }

  /** Permissions of roles in a table of this database; to be asked for before the schema is applied. */
  roles(table: string): DatabaseRoles {
    return new DatabaseRoles(this.sequelize, table);
  }

  /** Requests counted in a table of this database; to be asked for before the schema is applied. */
  rates(): DatabaseRates {
    return new DatabaseRates(this.sequelize);
  }

  /** Keys of requests in a table of this database; to be asked for before the schema is applied. */
  keys(): DatabaseKeys {
    return new DatabaseKeys(this.sequelize);
  }

  /** See `DomainSequelize.unitOfWork`. */
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.sequelize.unitOfWork(work);
  }

  /** Runs the work in a transaction around units of work that know nothing of it; see `DomainSequelize.enclosingUnit`. */
  enclosingUnit<T>(work: () => Promise<T>, isSeparating: boolean): Promise<T> {
    return this.sequelize.enclosingUnit(work, isSeparating);
  }

  /** See `DomainSequelize.trial`. */
  trial<T, U>(
    work: (written: WrittenRows, complete: () => Promise<void>) => Promise<T>,
    compare: (result: T, written: WrittenRows) => Promise<U>,
    isSeparating: boolean,
  ): Promise<U> {
    return this.sequelize.trial(work, compare, isSeparating);
  }

  /** Releases the model classes that no other application has, and, as the last one, the connections. */
  close(): Promise<void> {
    this.#closed ??= this.#leave();
    return this.#closed;
  }

  async #leave(): Promise<void> {
    const database = this.#database;
    const isLast = database.leave(this.#sharer);
    if (this.#kept) unwatchWrites(this.sequelize, this.#kept);
    await database.turns.run(async () => {
      const released = database.heldAlone(this.#sharer);
      const isDropped = this.schemaMode === 'create-drop' && this.#models.length > 0;
      if (isDropped) await (isLast ? this.sequelize : withModels(this.sequelize, released)).drop();
      database.letGo(this.#sharer);
      if (!isLast) return;
      openDatabases.delete(this.sequelize);
      await this.sequelize.close();
    });
  }

  /** The tables of this application. One that makes its tables anew leaves those of others alone. */
  #ownTables(): Sequelize {
    const isMadeAnew = this.schemaMode.startsWith('create');
    const others = this.#database.heldByOthers(this.#sharer);
    const left = new Set([...others, ...(isMadeAnew ? this.#before : [])].map(storedName));
    const all = Object.values(this.sequelize.models) as DomainModel[];
    return withModels(
      this.sequelize,
      all.filter((model) => !left.has(storedName(model))),
    );
  }

  /** Tables that are there say what their columns hold; those that are made anew are as the model says. */
  async #meetTables(): Promise<void> {
    if (this.schemaMode.startsWith('create')) return;
    const models = Object.values(this.sequelize.models) as DomainModel[];
    const tables = await StoredTables.of(models, this.sequelize);
    this.#tables = tables;
    const coarser = models
      .filter((model) => !this.#present.has(model))
      .flatMap((model) => adoptPrecision(model, tables));
    if (coarser.length > 0) this.#log(coarserColumns(coarser));
  }

  async #migrate(): Promise<void> {
    const ran = await this.#migrations.up();
    if (ran.length > 0) this.#log(`Migrations that ran: ${ran.map(({ name }) => name).join(', ')}.`);
  }

  /** Takes the classes, in reach of the database or not; nothing stays open when that fails. */
  async #adopted(types: readonly DomainClass[], handed: ModelMistakes | undefined, isReached: boolean): Promise<this> {
    try {
      if (isReached) await this.#database.connect();
      await this.#database.turns.run(async () => {
        collectMistakes(handed, (mistakes) => this.#adopt(types, mistakes));
        if (!isReached || handed?.areAny) return;
        if (this.#isMigrating) await this.#migrate();
        if (!this.#isCompared) await this.#meetTables();
      });
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #adopt(types: readonly DomainClass[], mistakes: ModelMistakes): void {
    const models = types.flatMap((type) => {
      if (!isModel(type)) mistakes.leaveOut(type);
      return mistakes.note(() => modelOf(type)) ?? [];
    });
    this.#present = new Set(this.#database.models);
    this.#before = Object.values(this.sequelize.models) as DomainModel[];
    const [taken, plain] = PlainModels.take(models, this.#present, mistakes);
    for (const line of plain.elsewhere(this.url)) this.#log(line);
    this.#database.hold(taken, this.#sharer);
    const { models: prepared, reservedBy } = prepareModels(taken, this.sequelize, this.#present, mistakes);
    if (!mistakes.areAny) plain.joinApart();
    this.#models = prepared;
    this.#database.hold(joinTablesOf(prepared), this.#sharer);
    this.#reservedBy = reservedBy;
  }
}

/** Those too that Sequelize has made of a name. */
function joinTablesOf(models: readonly DomainModel[]): DomainModel[] {
  const associations = models.flatMap((model) => Object.values(model.associations));
  return associations.flatMap((one) => (one as { through?: { model: DomainModel } }).through?.model ?? []);
}

/** Who takes part, and where its lines of the log go. */
interface Owned {
  readonly owner: string;
  readonly projectRoot: string;
  readonly moduleRoot: string;
  readonly isCompared: boolean;
  readonly log: (line: string) => void;
  readonly report?: (message: string, error: unknown) => void;
}

function ownedBy(options: DataSourceOptions): Owned {
  const { owner = 'an application', projectRoot, moduleRoot = projectRoot, isCompared = false, log, report } = options;
  return { owner, projectRoot, moduleRoot, isCompared, log, report };
}

/** Where a data source is opened without its configuration. */
const NO_MIGRATIONS: MigrationSettings = { folder: 'migrations', onStart: false, waitMs: 60_000 };
