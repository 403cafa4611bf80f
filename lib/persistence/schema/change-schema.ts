import { Mistakes } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import { type DomainModel, modelWithTable, storedName, tableNameOf } from '../models/domain-model';
import type { SchemaMode } from '../provider-properties';
import { filledNotes } from '../tables/fallback-value';
import { find, sameName, type TableShape } from '../tables/table-shape';
import type { AppliedSchema } from './applied-schema';
import { deleteRules, modelDifferences, modelsOf } from './compare-schema';
import { type ChangedDatabase, changeTables, type TableChanges } from './execution/change-tables';
import { withAdditions } from './plan/additions';
import { planChanges } from './plan/plan-changes';
import { rowChecks } from './plan/row-checks';
import { type Difference, sentenceOf } from './shapes/difference';
import { modelShapes } from './shapes/model-shapes';
import { storedShapes } from './shapes/stored-shapes';
import { schemaDiffers } from './validate-schema';

interface PlannedTables extends TableChanges {
  /** The tables afterwards. */
  readonly tables: readonly TableShape[];
}

/**
 * Adds what tables lack, and logs the differences that remain. The modes `create` and `create-drop` drop the tables of the
 * models before.
 */
export async function changeSchema(mode: SchemaMode, schema: AppliedSchema): Promise<void> {
  const { sequelize, entities, log } = schema;
  const models = modelsOf(sequelize);
  const dialect = dialectOf(sequelize);
  const wanted = modelShapes(models, deleteRules(entities));
  const stored = await storedShapes(sequelize);
  verifyReferencedTables(models, stored);
  const plan = (from: readonly TableShape[]): PlannedTables => {
    const dropped = mode === 'update' ? [] : ownTables(from, wanted);
    const kept = from.filter((table) => !dropped.includes(table));
    const tables = withAdditions(kept, wanted, dialect);
    const statements = [...planChanges(dropped, [], dialect), ...planChanges(kept, tables, dialect)];
    return { tables, checks: rowChecks(kept, tables, dialect), statements };
  };
  const { tables, statements } = plan(stored);
  const left = modelDifferences(models, wanted, tables, { dialect, isExact: false });
  verifyColumns(left);
  // Usually nothing is to be changed, and no lock is needed.
  if (statements.length > 0) await changeTables(schema, plan);
  if (mode === 'update') for (const note of filledNotes(stored, tables)) log(`hbm2ddl.auto: update: ${note}.`);
  if (left.length > 0) log(leftNote(mode, left));
}

/** Drops the tables of the models, and no others. */
export async function dropSchema(database: ChangedDatabase): Promise<void> {
  const { sequelize } = database;
  const names = modelsOf(sequelize).map((model) => ({ name: storedName(model) }));
  await changeTables(database, (stored) => ({
    checks: [],
    statements: planChanges(ownTables(stored, names), [], dialectOf(sequelize)),
  }));
}

/** The tables of models, which are dropped. @throws PersistenceError TABLES_REFERENCED */
function ownTables(stored: readonly TableShape[], models: readonly { readonly name: string }[]): TableShape[] {
  const own = stored.filter(({ name, isView }) => !isView && find(models, name));
  const mistakes = new Mistakes();
  for (const table of stored.filter((other) => !own.includes(other))) {
    const key = table.foreignKeys.find((one) => own.some(({ name }) => sameName(name, one.table)));
    if (key) mistakes.add(new PersistenceError('TABLES_REFERENCED', [key.table, table.name, key.columns.join(', ')]));
  }
  mistakes.report();
  return own;
}

/** No addition makes a column in a view, or a generated key beside an existing one. */
function verifyColumns(left: readonly Difference[]): void {
  const mistakes = new Mistakes();
  mistakes.add(...left.filter(({ code }) => code === 'COLUMN_MISSING').map(schemaDiffers));
  mistakes.report();
}

function leftNote(mode: SchemaMode, left: readonly Difference[]): string {
  const sentences = left.map(sentenceOf).join(' ');
  return mode === 'update'
    ? `hbm2ddl.auto: update adds tables, columns, indexes and foreign keys, and leaves these differences: ${sentences}`
    : `hbm2ddl.auto: ${mode} has created tables with these differences: ${sentences}`;
}

/**
 * Verifies that foreign keys refer to tables that a model has, or the database: SQLite creates one to a missing table, and
 * rejects every row then.
 *
 * @throws PersistenceError REFERENCED_TABLE_MISSING
 */
function verifyReferencedTables(models: readonly DomainModel[], stored: readonly TableShape[]): void {
  const mistakes = new Mistakes();
  for (const model of models) {
    for (const [field, { references }] of Object.entries(model.getAttributes())) {
      const table = typeof references === 'object' ? tableNameOf(references.model) : references;
      if (table === undefined || modelWithTable(model.sequelize!, table)) continue;
      if (find(stored, String(table))?.isView === false) continue;
      mistakes.add(new PersistenceError('REFERENCED_TABLE_MISSING', [model.name, field, String(table)]));
    }
  }
  mistakes.report();
}
