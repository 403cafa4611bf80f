import type { WhereOptions } from 'sequelize';
import { columnOf, type DomainModel } from '../models/domain-model';
import type { Journal } from '../unit-of-work/journal';
import { writtenIn } from '../unit-of-work/tracing';
import { identifying } from '../unit-of-work/written-rows';
import type { Matching } from './matching';
import { selectColumns } from './select-columns';
import { WrittenRow } from './written-row';

/** Notes rows that are about to be written by criteria, if they are read: they are selected first. */
export async function noteMatching(model: DomainModel, matching: Matching, fields: readonly string[]): Promise<void> {
  const journal = writtenIn(model.sequelize!);
  if (!journal) return;
  const where = Object.fromEntries(matching.map(([{ name }, values]) => [columnOf(model, name), [...values]]));
  await noteStored(journal, model, where as never, fields);
}

/** Notes stored rows that match, by their columns. */
export async function noteStored(
  journal: Journal,
  model: DomainModel,
  where: WhereOptions,
  fields: readonly string[],
): Promise<void> {
  const names = identifying(model);
  const columns = names.map((name) => columnOf(model, name));
  for (const row of await selectColumns(model, columns, where)) {
    const values = Object.fromEntries(names.map((name, index) => [name, row[columns[index]!]]));
    journal.note(model, new WrittenRow(values), fields);
  }
}
