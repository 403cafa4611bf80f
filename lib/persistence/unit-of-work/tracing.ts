import type { Sequelize, Transaction } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { unitFor } from './unit-of-work';
import type { PlacedRow, RowSource, WrittenRows } from './written-rows';

/** The number of units that record their writes; nothing is recorded as long as it is 0. */
export const tracing = { units: 0 };

/** The record of the unit that a statement belongs to; undefined if it has none. */
export function writtenIn(sequelize: Sequelize, transaction?: Transaction | null): WrittenRows | undefined {
  return tracing.units > 0 ? unitFor(sequelize, transaction)?.root.written : undefined;
}

/** Records rows that were not written by Sequelize's own methods. */
export function noteWritten(model: DomainModel, rows: readonly RowSource[], fields?: readonly string[]): void {
  const written = writtenIn(model.sequelize!);
  if (written) for (const row of rows) written.note(model, row, fields);
}

/** Records the elements of a payload that rows were written from, one for each row. */
export function notePlaced(
  { type }: EntityMetadata,
  rows: readonly RowSource[],
  elements: readonly Pick<PlacedRow, 'path'>[],
): void {
  const model = modelOf(type);
  const written = writtenIn(model.sequelize!);
  if (written) for (const [index, row] of rows.entries()) written.place(model, row, elements[index]!.path);
}
