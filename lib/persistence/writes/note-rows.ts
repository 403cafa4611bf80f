import { Op, type WhereOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import { columnOf, type DomainModel, fieldOfColumn } from '../models/domain-model';
import type { Journal } from '../unit-of-work/journal';
import { sameKeys } from './affected-rows';
import { noteStored } from './note-stored';
import { selectColumns } from './select-columns';
import type { ColumnValues, Write } from './write';

/** Sends a write and notes its rows in the journal. Rows that only the database knows are selected for that. */
export function noteRows(journal: Journal, write: Write, send: () => Promise<unknown>): Promise<unknown> {
  const { model, instance, rows } = write;
  if (!model) return send();
  if (instance) return noteInstance(journal, write, send);
  return rows ? noteNew(journal, model, rows, send) : noteMatching(journal, model, write, send);
}

/** The key of an instance is known after the write. */
async function noteInstance(
  journal: Journal,
  { kind, model, instance, rows = [], values = rows[0] }: Write,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const result = await send();
  journal.note(model!, instance!, fieldsOf(model!, values), kind === 'insert');
  return result;
}

/** Reads the rows before they are written, since afterwards they may no longer match. */
async function noteMatching(
  journal: Journal,
  model: DomainModel,
  { where = {}, values, by }: Write,
  send: () => Promise<unknown>,
): Promise<unknown> {
  await noteStored(journal, model, where, fieldsOf(model, { ...values, ...by }));
  return send();
}

/** Rows with a generated key are those above the highest key before. */
async function noteNew(
  journal: Journal,
  model: DomainModel,
  rows: readonly ColumnValues[],
  send: () => Promise<unknown>,
): Promise<unknown> {
  const keys = model.primaryKeyAttributes.map((name) => columnOf(model, name));
  const areGenerated = rows.some((row) => keys.some((column) => (ownValue(row, column) ?? null) === null));
  const isAbove = areGenerated ? await whereAboveHighest(model, keys[0]!) : undefined;
  const isSame = sameKeys(model, rows);
  const result = await send();
  const fields = fieldsOf(model, rows[0]);
  for (const where of [isSame, isAbove]) if (where) await noteStored(journal, model, where, fields);
  return result;
}

async function whereAboveHighest(model: DomainModel, column: string): Promise<WhereOptions> {
  const [row] = await selectColumns(model, [column], {}, { order: [[column, 'DESC']], limit: 1 });
  return row ? { [column]: { [Op.gt]: row[column] } } : {};
}

function fieldsOf(model: DomainModel, values: ColumnValues = {}): string[] {
  return Object.keys(values).map((column) => fieldOfColumn(model, column));
}
