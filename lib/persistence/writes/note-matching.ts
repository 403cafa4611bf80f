import type { DomainModel } from '../models/domain-model';
import { writtenIn } from '../unit-of-work/tracing';
import type { Matching } from './matching';
import { noteStored } from './note-stored';
import { columnOf } from './select-columns';

/** Notes rows that are about to be written by criteria, if they are read: they are selected first. */
export async function noteMatching(model: DomainModel, matching: Matching, fields: readonly string[]): Promise<void> {
  const journal = writtenIn(model.sequelize!);
  if (!journal) return;
  const where = Object.fromEntries(matching.map(([{ name }, values]) => [columnOf(model, name), [...values]]));
  await noteStored(journal, model, where as never, fields);
}
