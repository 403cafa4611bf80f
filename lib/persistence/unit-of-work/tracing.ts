import type { Sequelize, Transaction } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { unitFor } from './unit-of-work';
import type { PlacedRow, RowSource, WrittenRows } from './written-rows';

/** How many units keep what they write; nobody has to be asked as long as there are none. */
export const tracing = { units: 0 };

/** The trace of the unit that a statement belongs to; undefined where it keeps none. */
export function writtenIn(sequelize: Sequelize, transaction?: Transaction | null): WrittenRows | undefined {
  return unitFor(sequelize, transaction)?.root.written;
}

/** Notes rows that were written past Sequelize's own methods. */
export function noteWritten(model: DomainModel, rows: readonly RowSource[], fields?: readonly string[]): void {
  const written = writtenIn(model.sequelize!);
  if (written) for (const row of rows) written.note(model, row, fields);
}

/** Notes which elements of a payload rows are about, one for each. */
export function notePlaced(
  { type }: EntityMetadata,
  rows: readonly RowSource[],
  elements: readonly Pick<PlacedRow, 'path'>[],
): void {
  const model = modelOf(type);
  const written = writtenIn(model.sequelize!);
  if (written) for (const [index, row] of rows.entries()) written.place(model, row, elements[index]!.path);
}
