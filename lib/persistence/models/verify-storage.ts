import { DataTypes } from 'sequelize';
import type { ModelMistakes } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/**
 * Checks that no two classes share a table, and no two fields a column.
 *
 * Reports TABLE_TAKEN, COLUMN_TAKEN.
 */
export function verifyStorage(models: readonly DomainModel[], mistakes: ModelMistakes): void {
  const tables = new Map<string, string>();
  for (const model of models) {
    const table = tableOf(model);
    const owner = tables.get(table);
    if (owner !== undefined) mistakes.add(new PersistenceError('TABLE_TAKEN', [owner, model.name, table]));
    tables.set(table, model.name);
    verifyColumns(model, mistakes);
  }
}

function verifyColumns(model: DomainModel, mistakes: ModelMistakes): void {
  const columns = new Map<string, string>();
  for (const [name, { field = name, type }] of Object.entries(model.getAttributes())) {
    if (type instanceof DataTypes.VIRTUAL) continue;
    const other = columns.get(field.toLowerCase());
    if (other !== undefined) mistakes.add(new PersistenceError('COLUMN_TAKEN', [model.name, other, name, field]));
    columns.set(field.toLowerCase(), name);
  }
}

/** Names of columns are case-insensitive on every database. */
function tableOf(model: DomainModel): string {
  const table = model.getTableName();
  const name = typeof table === 'string' ? table : [table.schema, table.tableName].join('.');
  return dialectOf(model.sequelize!).schema.foldsTableNames ? name.toLowerCase() : name;
}
