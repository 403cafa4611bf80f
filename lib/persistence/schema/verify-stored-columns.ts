import { DataTypes, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { Mistakes } from '../../foundation';
import { nearestName } from '../../naming';
import { PersistenceError } from '../errors';
import { type DomainModel, storedName } from '../models/domain-model';
import type { SchemaMode } from '../provider-properties';
import type { StoredTables } from './stored-tables';

/** A field and the name of its column. */
type Column = readonly [field: string, column: string];

/**
 * Verifies that every field has its column in an existing table. With `update`, which adds missing columns, none of them
 * may exist by the name that Sequelize derives, since its values would be left behind.
 *
 * @throws PersistenceError COLUMN_MISSING or COLUMN_RENAMED, all of them at once
 */
export function verifyStoredColumns(mode: SchemaMode, models: readonly DomainModel[], tables: StoredTables): void {
  const mistakes = new Mistakes();
  for (const model of models) {
    const columns = tables.columnsOf(model);
    const names = columns && [...columns.values()].map(({ name }) => name);
    if (names) for (const mistake of mistakesOf(mode, model, names)) mistakes.add(mistake);
  }
  mistakes.report();
}

function mistakesOf(mode: SchemaMode, model: DomainModel, stored: readonly string[]): PersistenceError[] {
  const existing = new Set(stored.map((name) => name.toLowerCase()));
  const missing = columnsOf(model).filter(([, column]) => !existing.has(column.toLowerCase()));
  return missing.flatMap(([field, column]) => {
    const facts = [model.name, field, column, storedName(model)] as const;
    const former = formerColumn(model, field, stored);
    if (mode === 'update') {
      return former === undefined ? [] : new PersistenceError('COLUMN_RENAMED', [...facts, former]);
    }
    const near = former ?? nearestName(column, stored);
    const known = `${stored.join(', ')}${near === undefined ? '' : `; the nearest is ${near}`}`;
    return new PersistenceError('COLUMN_MISSING', [...facts, known]);
  });
}

function columnsOf(model: DomainModel): Column[] {
  const columns = Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>);
  return columns.flatMap(([name, { type, field = name }]) =>
    type instanceof DataTypes.VIRTUAL ? [] : [[name, field] as const],
  );
}

/** The column that Sequelize derives (`customer_u_r_l` of `customerURL`), if the table has it and no other field uses it. */
function formerColumn(model: DomainModel, field: string, stored: readonly string[]): string | undefined {
  const former = Utils.underscoredIf(field, true);
  const isTaken = columnsOf(model).some(([, column]) => column === former);
  return !isTaken && stored.includes(former) ? former : undefined;
}
