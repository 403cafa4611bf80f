import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { currentUnit } from './unit-of-work';
import type { PlacedRow, RowSource } from './written-rows';

/** Notes rows that were not written by Sequelize's own methods, if they are read. */
export function noteWritten(model: DomainModel, rows: readonly RowSource[], fields?: readonly string[]): void {
  const unit = currentUnit(model.sequelize!);
  if (!unit?.keepsRows) return;
  const journal = unit.openJournal();
  for (const row of rows) journal.note(model, row, fields);
}

/** Notes the elements of a payload that rows were written from, one for each row, if they are read. */
export function notePlaced(
  { type }: EntityMetadata,
  rows: readonly RowSource[],
  elements: readonly Pick<PlacedRow, 'path'>[],
): void {
  const model = modelOf(type);
  const unit = currentUnit(model.sequelize!);
  if (!unit?.keepsRows) return;
  const journal = unit.openJournal();
  for (const [index, row] of rows.entries()) journal.place(model, row, elements[index]!.path);
}

/** For senders that ask before they call {@link noteWritten}, which does nothing unless rows are read. */
export const tracing = { units: 1 };
