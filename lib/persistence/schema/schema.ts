import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { Mistakes } from '../../foundation';
import type { DeleteRule, EntityMetadata } from '../../metadata';
import { PersistenceError } from '../errors';
import { ON_DELETE } from '../models/delete-rules';
import { type DomainModel, storedName } from '../models/domain-model';
import { singleFloatNotices } from '../models/single-floats';
import { uniqueChildKeys } from '../models/unique-child-keys';
import type { SchemaMode } from '../provider-properties';
import { compareSchema, deleteRules } from './compare-schema';
import { applyFullText } from './full-text';
import { addMissingIndexes, hasUniqueIndex } from './missing-indexes';
import { type Difference, type DifferenceCode, placeOf, sentenceOf } from './shapes/difference';
import { foreignKeyIndexes } from './shapes/model-shapes';
import { StoredTables } from './stored-tables';
import { unchangedColumns, unchangedNote } from './unchanged-columns';
import { verifyReferencedTables } from './verify-referenced-tables';
import { verifyStoredColumns } from './verify-stored-columns';

/**
 * Applies the schema mode (`hbm2ddl.auto`).
 *
 * `none` changes nothing, `validate` checks tables and columns, `update` creates missing tables, columns and indexes and
 * logs other differences; `create` and `create-drop` create all tables anew.
 *
 * @param tables  the existing tables; undefined if all are created anew
 * @throws PersistenceError TABLE_MISSING, COLUMN_MISSING, COLUMN_RENAMED, REFERENCED_TABLE_MISSING, SCHEMA_FAILED,
 *   UNIQUE_IMPOSSIBLE
 */
export async function applySchema(
  mode: SchemaMode,
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  tables?: StoredTables,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  for (const line of singleFloatNotices(entities)) log(line);
  if (mode === 'validate') await verifyTables(sequelize, entities, log);
  else if (tables) verifyStoredColumns(mode, modelsOf(sequelize), tables);
  if (mode === 'none' || mode === 'validate') {
    await applyFullText(mode, sequelize, entities);
    return logMissingUniqueIndexes(modelsOf(sequelize), tables, log);
  }
  await verifyReferencedTables(modelsOf(sequelize));
  if (mode !== 'update') await sequelize.drop();
  setDeleteRules(entities);
  await createTables(sequelize);
  await forEachModel(sequelize, addMissingColumns);
  if (sequelize.getDialect() === 'sqlite') await forEachModel(sequelize, indexForeignKeys);
  await forEachModel(sequelize, addMissingIndexes);
  await applyFullText(mode, sequelize, entities);
  await logUnchanged(modelsOf(sequelize), tables, log);
}

/** Logs single children without a unique index: a second row of one parent would lead to a 409. */
async function logMissingUniqueIndexes(
  models: readonly DomainModel[],
  tables: StoredTables | undefined,
  log: (line: string) => void,
): Promise<void> {
  for (const [model, field] of uniqueChildKeys(models)) {
    const column = model.getAttributes()[field]!.field!;
    if (!tables?.columnsOf(model) || (await hasUniqueIndex(model, column))) continue;
    log(
      `The table ${storedName(model)} has no unique index on ${column}, by which each row is the single child of another: CREATE UNIQUE INDEX ${storedName(model)}_${column}_unique ON ${storedName(model)} (${column}).`,
    );
  }
}

/** Logs what `update` leaves as it is in existing tables. */
async function logUnchanged(
  models: readonly DomainModel[],
  tables: StoredTables | undefined,
  log: (line: string) => void,
): Promise<void> {
  const differences: string[] = [];
  for (const model of models) {
    if (tables?.columnsOf(model)) differences.push(...(await unchangedColumns(model)));
  }
  if (differences.length > 0) log(unchangedNote(differences));
}

/** Children are deleted with their parent, roots prevent its deletion; a declared rule takes precedence. */
function setDeleteRules(entities: readonly EntityMetadata[]): void {
  for (const [model, rules] of deleteRules(entities)) {
    for (const [field, rule] of rules) setDeleteRule(model, field, rule);
  }
}

function setDeleteRule(model: DomainModel, field: string, rule: DeleteRule): void {
  const column = model.getAttributes()[field] as ModelAttributeColumnOptions;
  if (column.references) column.onDelete = ON_DELETE[rule];
}

async function createTables(sequelize: Sequelize): Promise<void> {
  const models = modelsOf(sequelize);
  const restore = sequelize.getDialect() === 'sqlite' ? models.map(withIntegerKey) : [];
  restore.push(...models.map(withoutIndexes));
  try {
    await sequelize.sync();
  } catch (error) {
    throw schemaFailure(error);
  } finally {
    for (const undo of restore) undo();
  }
}

function schemaFailure(error: unknown): PersistenceError {
  const { message, sql = 'the creation of the tables' } = error as Error & { readonly sql?: string };
  return new PersistenceError('SCHEMA_FAILED', [message, sql], { cause: error });
}

/** SQLite generates keys only for INTEGER columns, which have 64 bits, too. */
function withIntegerKey(model: DomainModel): () => void {
  const key = model.getAttributes()[model.primaryKeyAttribute] as ModelAttributeColumnOptions | undefined;
  if (!key?.autoIncrement) return () => undefined;
  const { type } = key;
  key.type = new DataTypes.INTEGER();
  return () => {
    key.type = type;
  };
}

/** Indexes are created later, since some may be on columns that are still to be added. */
function withoutIndexes(model: DomainModel): () => void {
  const writable = model as { _indexes: DomainModel['_indexes'] };
  const indexes = writable._indexes;
  writable._indexes = [];
  return () => {
    writable._indexes = indexes;
  };
}

/** Verifies the tables of the domain and of the framework's stores. */
async function verifyTables(
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  log: (line: string) => void,
): Promise<void> {
  const models = modelsOf(sequelize);
  const tables = await StoredTables.of(models, sequelize);
  const mistakes = new Mistakes();
  for (const model of models) {
    if (!tables.columnsOf(model)) mistakes.add(new PersistenceError('TABLE_MISSING', [storedName(model)]));
  }
  mistakes.collect(() => verifyStoredColumns('validate', models, tables));
  const { differences } = await compareSchema(sequelize, entities, false);
  const singles = uniqueChildKeys(models).map(([model, field]) => `${model.name}.${field}`);
  const isSingle = ({ code, model, field }: Difference) =>
    code === 'UNIQUE_MISSING' && singles.includes(`${model}.${field}`);
  const others = differences.filter((one) => !FOUND_ELSEWHERE.has(one.code) && !isSingle(one));
  mistakes.add(...others.filter(({ severity }) => severity === 'error').map(schemaDiffers));
  mistakes.report();
  const harmless = others.filter(({ severity }) => severity !== 'error');
  if (harmless.length > 0)
    log(`hbm2ddl.auto: validate found differences that do not stop the start: ${harmless.map(sentenceOf).join(' ')}`);
}

/** Differences that have errors of their own, and tables that may belong to another application. */
const FOUND_ELSEWHERE: ReadonlySet<DifferenceCode> = new Set([
  'TABLE_MISSING',
  'TABLE_EXTRA',
  'COLUMN_MISSING',
  'FULL_TEXT_MISSING',
]);

function schemaDiffers(difference: Difference): PersistenceError {
  const { expected, found, remedy } = difference;
  return new PersistenceError('SCHEMA_DIFFERS', [placeOf(difference), expected, found, remedy]);
}

async function addMissingColumns(model: DomainModel): Promise<void> {
  const queryInterface = model.sequelize!.getQueryInterface();
  for (const column of missingColumns(model, (await columnsOf(model)) ?? new Set())) {
    // SQLite cannot add a unique column: its index is created after all columns.
    const { unique: _, ...added } = column;
    try {
      await queryInterface.addColumn(model.getTableName() as string, column.field!, added as never);
    } catch (error) {
      throw schemaFailure(error);
    }
  }
}

/** Only for SQLite: MariaDB and MySQL index foreign keys themselves. */
async function indexForeignKeys(model: DomainModel): Promise<void> {
  for (const { name, columns } of foreignKeyIndexes(model)) {
    await model.sequelize!.query(`CREATE INDEX IF NOT EXISTS "${name}" ON "${storedName(model)}" ("${columns[0]}")`);
  }
}

async function columnsOf(model: DomainModel): Promise<ReadonlySet<string> | undefined> {
  const queryInterface = model.sequelize!.getQueryInterface();
  if (!(await queryInterface.tableExists(storedName(model)))) return undefined;
  return new Set(Object.keys(await queryInterface.describeTable(model.getTableName() as string)));
}

function missingColumns(model: DomainModel, columns: ReadonlySet<string>): ModelAttributeColumnOptions[] {
  const stored = Object.values(model.getAttributes()).filter(({ type }) => !(type instanceof DataTypes.VIRTUAL));
  return stored.filter(({ field }) => !columns.has(field!));
}

async function forEachModel(sequelize: Sequelize, apply: (model: DomainModel) => Promise<void>): Promise<void> {
  for (const model of modelsOf(sequelize)) await apply(model);
}

function modelsOf(sequelize: Sequelize): DomainModel[] {
  return Object.values(sequelize.models) as DomainModel[];
}
