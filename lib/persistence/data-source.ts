import type { Transaction } from 'sequelize';
import type { SequelizeOptions } from 'sequelize-typescript';
import { loadPackage } from '../foundation';
import { type DomainClass, type EntityMetadata, type EntityReader, gathering, type ModelMistakes } from '../metadata';
import { claim, release } from './claims';
import { connect } from './connect';
import type { DataSourceConfiguration } from './data-source-configuration';
import { type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import { setPathKey } from './models/column-rules';
import { type DomainModel, isModel, modelOf } from './models/domain-model';
import { modelReader } from './models/model-reader';
import { verifyOwnJson } from './models/own-json';
import type { ReservedName } from './models/reserved-names';
import { verifyFieldTypes } from './models/verify-fields';
import { verifySoftDeletes } from './models/verify-soft-deletes';
import { isJoinTable, prepareModels } from './prepare-models';
import { type SchemaMode, schemaModeOf, sequelizeOptionsOf } from './provider-properties';
import { coarserColumns, meetPrecision } from './schema/meet-precision';
import { applySchema } from './schema/schema';
import { StoredTables } from './schema/stored-tables';
import { DomainSequelize } from './statements/domain-sequelize';
import { DatabaseRates } from './stores/database-rates';
import { DatabaseRoles } from './stores/database-roles';
import { DatabaseSessions } from './stores/database-sessions';

export interface DataSourceOptions {
  /** What a relative SQLite path starts from, and where the driver is installed. */
  readonly projectRoot: string;
  readonly log: (line: string) => void;
  /** Where the mistakes of the model go, for one who has more to check. */
  readonly mistakes?: ModelMistakes;
}

/** The database of one application, and the model classes that live in it. */
export class DataSource {
  readonly reader: EntityReader = { ...modelReader, reservedBy: (type, name) => this.#reservedBy?.(type, name) };
  readonly #claimed: DomainModel[] = [];
  #models: readonly DomainModel[] = [];
  /** As they were found at the start. */
  #tables?: StoredTables;
  #reservedBy?: ReservedName;
  readonly #log: (line: string) => void;

  private constructor(
    readonly sequelize: DomainSequelize,
    readonly url: DatabaseUrl,
    readonly schemaMode: SchemaMode,
    log: (line: string) => void,
  ) {
    this.#log = log;
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
    const schemaMode = schemaModeOf(configuration.providerProperties);
    const dataSource = DataSource.#unconnected(configuration, options, schemaMode);
    return dataSource.#adopted(
      types,
      options.mistakes,
      () => connect(dataSource.sequelize, dataSource.url),
      () => dataSource.#meetTables(options.log),
    );
  }

  /** {@link open} without reaching the database: enough to describe the model, not to query it. */
  static async outline(
    configuration: DataSourceConfiguration,
    types: readonly DomainClass[],
    options: DataSourceOptions,
  ): Promise<DataSource> {
    return DataSource.#unconnected(configuration, options, 'none').#adopted(types, options.mistakes);
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
    gathering(handed, (mistakes) => {
      verifyFieldTypes(entities, this.url.dialect, mistakes);
      verifyOwnJson(entities, mistakes);
      verifySoftDeletes(entities, mistakes);
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
    await applySchema(this.schemaMode, this.sequelize, entities, this.#tables, this.#log);
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

  /** Runs the work in one transaction, joining the one that surrounds it; see `runUnitOfWork`. */
  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.sequelize.unitOfWork(work);
  }

  /** Releases the connections and the model classes. */
  async close(): Promise<void> {
    if (this.schemaMode === 'create-drop' && this.#models.length > 0) await this.sequelize.drop();
    this.#claimed.splice(0).forEach(release);
    this.#models = [];
    await this.sequelize.close();
  }

  /** Tables that are there say what their columns hold; those that are made anew are as the model says. */
  async #meetTables(log: (line: string) => void): Promise<void> {
    if (this.schemaMode.startsWith('create')) return;
    const models = Object.values(this.sequelize.models) as DomainModel[];
    const tables = await StoredTables.of(models, this.sequelize);
    this.#tables = tables;
    const coarser = models.flatMap((model) => meetPrecision(model, tables));
    if (coarser.length > 0) log(coarserColumns(coarser));
  }

  static #unconnected(
    configuration: DataSourceConfiguration,
    options: DataSourceOptions,
    schemaMode: SchemaMode,
  ): DataSource {
    const url = parseDatabaseUrl(configuration.url, options.projectRoot);
    const sequelize = new DomainSequelize(sequelizeOptions(configuration, url, options));
    return new DataSource(sequelize, url, schemaMode, options.log);
  }

  /** Takes the classes, with what has to come before and after; nothing stays open when that fails. */
  async #adopted(
    types: readonly DomainClass[],
    handed: ModelMistakes | undefined,
    before?: () => Promise<void>,
    after?: () => Promise<void>,
  ): Promise<this> {
    try {
      await before?.();
      gathering(handed, (mistakes) => this.#adopt(types, mistakes));
      if (!handed?.areAny) await after?.();
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
    for (const model of models) {
      claim(model, this.url.display);
      this.#claimed.push(model);
    }
    const { models: prepared, reservedBy } = prepareModels(models, this.sequelize, mistakes);
    this.#models = prepared;
    this.#reservedBy = reservedBy;
  }
}

/** @throws PersistenceError DRIVER_MISSING */
function loadDriver({ driver, display }: DatabaseUrl, projectRoot: string): object {
  return loadPackage(driver, projectRoot, () => new PersistenceError('DRIVER_MISSING', [driver, display])) as object;
}

function sequelizeOptions(
  configuration: DataSourceConfiguration,
  url: DatabaseUrl,
  { projectRoot, log }: DataSourceOptions,
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
