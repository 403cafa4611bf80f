import type { DomainModel, FieldValues } from '../models/domain-model';
import { hasInsertHooks } from '../models/write-hooks';
import { noteWritten } from '../unit-of-work/tracing';
import { insertInstances } from './insert-instances';
import { insertValues } from './insert-values';
import { rowPlanOf } from './row-plan';
import { writingCode } from './writing-code';
import { WrittenRow } from './written-row';

/** Whether domain code runs on instances when rows of the class are inserted. */
export function runsOnInstances(model: DomainModel, values: readonly FieldValues[]): boolean {
  if (writingCode(model).runsOnInstances || hasInsertHooks(model)) return true;
  const { byName } = rowPlanOf(model);
  for (const one of values) for (const name in one) if (!byName.has(name)) return true;
  return false;
}

/**
 * Inserts rows without code that runs on instances.
 *
 * @returns in the order of the values
 * @throws InvalidEntityError with paths that begin with the index of the row
 */
export async function insertPlainRows(model: DomainModel, values: readonly FieldValues[]): Promise<WrittenRow[]> {
  const rows = (await insertValues(model, values)).map((row) => new WrittenRow(row));
  noteWritten(model, rows, rowPlanOf(model).names, true);
  return rows;
}

/**
 * Inserts rows of a class that is no entity, such as a join table.
 *
 * @throws InvalidEntityError with paths that begin with the index of the row
 */
export async function insertModelRows(model: DomainModel, values: readonly FieldValues[]): Promise<void> {
  if (!runsOnInstances(model, values)) return void (await insertPlainRows(model, values));
  const rows = values.map((one) => model.build(one as never));
  await insertInstances(model, rows);
}
