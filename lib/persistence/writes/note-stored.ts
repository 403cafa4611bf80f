import type { WhereOptions } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import type { Journal } from '../unit-of-work/journal';
import { identifying } from '../unit-of-work/written-rows';
import { columnOf, selectColumns } from './select-columns';
import { WrittenRow } from './written-row';

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
