import type { Transaction, WhereOptions } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import { queryInterfaceOf } from '../sequelize/query-interface';

type Row = Readonly<Record<string, unknown>>;

interface Selecting {
  readonly group?: readonly string[];
  readonly order?: readonly (readonly [string, string])[];
  readonly limit?: number;
  readonly isLocking?: boolean;
  /** That of the current unit if absent. */
  readonly transaction?: Transaction | null | undefined;
}

/** Selects columns of rows, with or without a deletion time. */
export async function selectColumns(
  model: DomainModel,
  attributes: readonly string[],
  where: WhereOptions,
  { isLocking = false, ...more }: Selecting = {},
): Promise<Row[]> {
  const options = { attributes, where, raw: true, ...more, ...(isLocking && { lock: true }) };
  return (await queryInterfaceOf(model.sequelize!).select(model, model.getTableName(), options)) as Row[];
}
