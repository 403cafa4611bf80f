import type { WhereOptions } from 'sequelize';
import type { DomainModel } from '../models/domain-model';

type Row = Readonly<Record<string, unknown>>;

export function columnOf(model: DomainModel, name: string): string {
  return (model.getAttributes()[name] as { readonly field?: string } | undefined)?.field ?? name;
}

interface Selecting {
  readonly group?: readonly string[];
  readonly order?: readonly (readonly [string, string])[];
  readonly limit?: number;
  readonly isLocking?: boolean;
}

/** Selects columns of rows, with or without a deletion time. */
export async function selectColumns(
  model: DomainModel,
  attributes: readonly string[],
  where: WhereOptions,
  { isLocking = false, ...more }: Selecting = {},
): Promise<Row[]> {
  const options = { attributes, where, raw: true, ...more, ...(isLocking && { lock: true }) };
  const queryInterface = model.sequelize!.getQueryInterface();
  return (await queryInterface.select(model as never, model.getTableName() as string, options as never)) as Row[];
}
