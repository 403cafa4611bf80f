import type { Sequelize } from 'sequelize-typescript';
import type { DomainClass, ModelMistakes } from '../metadata';
import { type OwnInstance, ownInstancesOf } from './adoption/own-instances';
import { unsupportedOptions } from './adoption/own-options';
import { authorOf } from './adoption/plain-model';
import { PlainModels } from './adoption/plain-models';
import type { Database, Participant } from './database';
import { PersistenceError } from './errors';
import { adoptDeleteRules } from './models/adopt-delete-rules';
import { type DomainModel, domainClassOf, isModel, modelOf, storedName } from './models/domain-model';
import type { ReservedName } from './models/reserved-names';
import { isJoinTable, prepareModels } from './prepare-models';
import { adoptPrecision, coarserColumns } from './schema/adopt-precision';
import { readForeignKeys } from './schema/read-foreign-keys';
import { StoredTables } from './schema/stored-tables';
import { withModels } from './schema/with-models';
import { joinTableOf } from './sequelize/associations';

/** The model classes of one application, on a database that other applications may share. */
export class ApplicationModels {
  reservedBy?: ReservedName;
  /** The models that other applications had already initialised. */
  #present: ReadonlySet<DomainModel> = new Set();
  /** All models that were defined before, including those of sessions and the like. */
  #definedBefore: readonly DomainModel[] = [];
  #models: readonly DomainModel[] = [];
  #ownInstances: readonly OwnInstance[] = [];

  constructor(
    private readonly database: Database,
    private readonly participant: Participant,
    private readonly log: (line: string) => void,
    private readonly isKeyless: (type: DomainClass) => boolean,
  ) {}

  get isEmpty(): boolean {
    return this.#models.length === 0;
  }

  /** The classes of the domain, without join tables. */
  get types(): readonly DomainClass[] {
    return this.#models.filter((model) => !isJoinTable(model, this.#models)).map(domainClassOf);
  }

  /** Initialises the classes on the database. */
  initialise(types: readonly DomainClass[], mistakes: ModelMistakes): void {
    const { database, participant } = this;
    const models = types.flatMap((type, index) => {
      if (!isModel(type)) mistakes.leaveOut(type);
      return mistakes.note(() => modelAt(type, index)) ?? [];
    });
    for (const model of models) mistakes.setAuthor(model.name, authorOf(model));
    this.#present = new Set(database.models);
    this.#definedBefore = this.#allModels();
    this.#ownInstances = ownInstancesOf(models);
    for (const error of this.#ownInstances.flatMap(unsupportedOptions)) mistakes.add(error);
    const [usable, plain] = PlainModels.takeOver(models, this.#present, mistakes);
    for (const line of plain.ownDatabaseNotices(database.url)) this.log(line);
    database.addModels(usable, participant);
    const prepared = prepareModels(usable, {
      sequelize: database.sequelize,
      present: this.#present,
      isKeyless: this.isKeyless,
      mistakes,
    });
    if (!mistakes.areAny) plain.createExcludedAssociations();
    this.#models = prepared.models;
    database.addModels(joinTablesOf(prepared.models), participant);
    this.reservedBy = prepared.reservedBy;
  }

  /** Makes transactions include all models of the Sequelize instances that models were taken over from. */
  joinInstances(): void {
    this.database.joinInstances(this.#ownInstances, this.participant);
  }

  /** The tables of this application. With the modes `create` and `create-drop`, tables of others are left alone. */
  ownTables(): Sequelize {
    const others = this.database.modelsOfOthers(this.participant);
    const excluded = new Set([...others, ...(this.#isCreating ? this.#definedBefore : [])].map(storedName));
    return withModels(
      this.database.sequelize,
      this.#allModels().filter((model) => !excluded.has(storedName(model))),
    );
  }

  /**
   * Reads the existing tables and adjusts the precision of the models to their columns.
   *
   * @returns undefined when the tables are created anew, as the models say
   */
  async readTables(): Promise<StoredTables | undefined> {
    if (this.#isCreating) return undefined;
    const models = this.#allModels();
    const tables = await StoredTables.of(models, this.database.sequelize);
    const coarser = models
      .filter((model) => !this.#present.has(model))
      .flatMap((model) => adoptPrecision(model, tables));
    if (coarser.length > 0) this.log(coarserColumns(coarser));
    return tables;
  }

  /**
   * Reads the foreign keys of the database, and adopts their rules.
   *
   * @param mistakes receives rules that are weaker than those of the database; undefined if they may be
   */
  async readForeignKeys(mistakes?: ModelMistakes): Promise<void> {
    if (this.#isCreating || this.#allModels().length === 0) return;
    const stored = await readForeignKeys(this.database.sequelize);
    this.database.sequelize.foreignKeys = stored;
    adoptDeleteRules(this.#allModels(), stored, mistakes);
  }

  /** Reads the foreign keys again, after tables were created or changed. */
  async rereadForeignKeys(): Promise<void> {
    this.database.sequelize.foreignKeys = await readForeignKeys(this.database.sequelize);
  }

  get #isCreating(): boolean {
    return this.participant.schemaMode.startsWith('create');
  }

  #allModels(): DomainModel[] {
    return Object.values(this.database.sequelize.models) as DomainModel[];
  }
}

/** The join tables of many-to-many associations, also those that Sequelize defined by their name only. */
function joinTablesOf(models: readonly DomainModel[]): DomainModel[] {
  const associations = models.flatMap((model) => Object.values(model.associations));
  return associations.flatMap((association) => joinTableOf(association) ?? []);
}

/** @throws PersistenceError CLASS_UNDEFINED, NOT_A_MODEL */
function modelAt(type: DomainClass | undefined, index: number): DomainModel {
  if (type === undefined) throw new PersistenceError('CLASS_UNDEFINED', [String(index)]);
  return modelOf(type);
}
