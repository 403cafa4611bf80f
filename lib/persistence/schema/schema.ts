import type { ModelAttributeColumnOptions } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import type { DeleteRule, EntityMetadata } from '../../metadata';
import { ON_DELETE } from '../models/delete-rules';
import { type DomainModel, storedName } from '../models/domain-model';
import { singleFloatNotices } from '../models/single-floats';
import { uniqueChildKeys } from '../models/unique-child-keys';
import type { SchemaMode } from '../provider-properties';
import { staticsOf } from '../sequelize/model-class';
import { find, sameSet, type TableShape } from '../tables/table-shape';
import type { AppliedSchema } from './applied-schema';
import { changeSchema } from './change-schema';
import { deleteRules, modelsOf } from './compare-schema';
import { applyFullText } from './full-text';
import { storedShapes } from './shapes/stored-shapes';
import { validateSchema } from './validate-schema';
import { verifyStoredColumns } from './verify-stored-columns';

/**
 * Applies the schema mode (`hbm2ddl.auto`).
 *
 * `none` changes nothing, `validate` checks tables and columns, `update` adds missing tables, columns, indexes and foreign
 * keys and logs other differences; `create` and `create-drop` create all tables anew.
 *
 * @throws PersistenceError TABLE_MISSING, COLUMN_MISSING, COLUMN_RENAMED, REFERENCED_TABLE_MISSING, SCHEMA_DIFFERS,
 *   SCHEMA_FAILED, TABLES_REFERENCED, UNIQUE_IMPOSSIBLE, FOREIGN_KEY_IMPOSSIBLE, MIGRATIONS_LOCKED
 */
export async function applySchema(mode: SchemaMode, schema: AppliedSchema): Promise<void> {
  const { sequelize, entities, tables, log } = schema;
  for (const line of singleFloatNotices(entities)) log(line);
  if (mode === 'validate') await validateSchema(sequelize, entities, log);
  else if (tables) verifyStoredColumns(mode, modelsOf(sequelize), tables);
  if (mode === 'none' || mode === 'validate') {
    await applyFullText(mode, sequelize, entities);
    return logMissingUniqueIndexes(sequelize, log);
  }
  setDeleteRules(entities);
  await runSyncHooks('beforeSync', modelsOf(sequelize));
  await changeSchema(mode, schema);
  await runSyncHooks('afterSync', modelsOf(sequelize));
  await applyFullText(mode, sequelize, entities);
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

/** The hooks of classes that Sequelize runs before and after it creates a table. */
async function runSyncHooks(name: 'beforeSync' | 'afterSync', models: readonly DomainModel[]): Promise<void> {
  for (const model of models) {
    await staticsOf(model).runHooks(name, { ...model.options, hooks: true });
  }
}

/** Logs single children without a unique index: a second row of one parent would lead to a 409. */
async function logMissingUniqueIndexes(sequelize: Sequelize, log: (line: string) => void): Promise<void> {
  const keys = uniqueChildKeys(modelsOf(sequelize));
  if (keys.length === 0) return;
  const stored = await storedShapes(sequelize);
  for (const [model, field] of keys) {
    const column = model.getAttributes()[field]!.field!;
    const table = storedName(model);
    const existing = find(stored, table);
    if (!existing || isUnique(existing, column)) continue;
    log(
      `The table ${table} has no unique index on ${column}, by which each row is the single child of another: CREATE UNIQUE INDEX ${table}_${column}_unique ON ${table} (${column}).`,
    );
  }
}

function isUnique({ primaryKey, indexes }: TableShape, column: string): boolean {
  const uniques = indexes.filter(({ isUnique: unique, isSpecial }) => unique && !isSpecial);
  return [primaryKey, ...uniques.map(({ columns }) => columns)].some((columns) => sameSet(columns, [column]));
}
