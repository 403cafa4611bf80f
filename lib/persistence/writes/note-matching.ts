import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import { noteWritten, writtenIn } from '../unit-of-work/tracing';
import { identifying } from '../unit-of-work/written-rows';
import type { Matching } from './matching';

/** Records rows that are about to be written by criteria, if the unit of work records its writes: they are read first. */
export async function noteMatching(model: DomainModel, matching: Matching, fields: readonly string[]): Promise<void> {
  if (!writtenIn(model.sequelize!)) return;
  const attributes = identifying(model).map((name) => [columnOf(model, name), name]);
  const where = Object.fromEntries(matching.map(([{ name }, values]) => [columnOf(model, name), values]));
  const queryInterface = model.sequelize!.getQueryInterface();
  const options = { attributes, where, raw: true };
  const rows = await queryInterface.select(model as never, model.getTableName() as string, options as never);
  noteWritten(
    model,
    rows.map((row) => ({ get: (name: string) => (row as Readonly<Record<string, unknown>>)[name] })),
    fields,
  );
}

function columnOf(model: DomainModel, name: string): string {
  return (model.getAttributes()[name] as ModelAttributeColumnOptions).field ?? name;
}
