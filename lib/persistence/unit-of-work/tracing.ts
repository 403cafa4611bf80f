import type { Sequelize, Transaction } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import type { Journal } from './journal';
import { unitFor } from './unit-of-work';
import type { PlacedRow, RowSource } from './written-rows';

/** The journal for the rows of a statement; undefined if nobody reads them. */
export function writtenIn(sequelize: Sequelize, transaction?: Transaction | null): Journal | undefined {
  const unit = unitFor(sequelize, transaction);
  return unit?.keepsRows ? unit.openJournal() : undefined;
}

/** Notes rows that were not written by Sequelize's own methods, if they are read; by default as changed. */
export function noteWritten(
  model: DomainModel,
  rows: readonly RowSource[],
  fields?: readonly string[],
  isNew = false,
): void {
  const journal = writtenIn(model.sequelize!);
  if (journal) for (const row of rows) journal.note(model, row, fields, isNew);
}

/** Notes the elements of a payload that rows were written from, one for each row, if they are read. */
export function notePlaced(
  { type }: EntityMetadata,
  rows: readonly RowSource[],
  elements: readonly Pick<PlacedRow, 'path'>[],
): void {
  const model = modelOf(type);
  const journal = writtenIn(model.sequelize!);
  if (journal) for (const [index, row] of rows.entries()) journal.place(model, row, elements[index]!.path);
}
