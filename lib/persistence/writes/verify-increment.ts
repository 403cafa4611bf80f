import { literal, Op, type Transaction, type WhereOptions } from 'sequelize';
import { type FieldType, unitsOf, unitsText } from '../../values';
import { ColumnValueError, rulesOf } from '../models/column-rules';
import type { DomainModel } from '../models/domain-model';
import { versionFieldOf } from '../sequelize/model-class';
import { selectColumns } from './select-columns';

/** The change of an `increment` or `decrement`. */
export interface Increment {
  readonly model: DomainModel;
  readonly where: WhereOptions | undefined;
  /** The amounts, by column. */
  readonly by: Readonly<Record<string, unknown>>;
  readonly sign: 1 | -1;
  readonly transaction: Transaction | null | undefined;
}

/**
 * Checks an increment before it is sent: looks for rows whose new value would be out of the range of their column.
 *
 * @throws ColumnValueError
 */
export async function verifyIncrement(increment: Increment): Promise<void> {
  const { model, by } = increment;
  for (const { name, column, type } of rulesOf(model)) {
    const range = rangeOf(type);
    if (!range || !Object.hasOwn(by, column) || name === versionFieldOf(model)) continue;
    const units = unitsOf(by[column], range.scale, type.kind === 'integer');
    if (units === undefined) throw columnError(model, name, 'must be incremented by a number that the column can hold');
    const amount = units * BigInt(increment.sign);
    if (amount === 0n || !(await isExceeded(increment, { ...range, column, amount }))) continue;
    const [min, max] = [range.min, range.max].map((bound) => unitsText(bound, range.scale));
    throw columnError(model, name, `must be a number from ${min} to ${max}`);
  }
}

/**
 * The amounts of an increment, with numbers in text as numbers of SQL: MariaDB and MySQL would convert the text to a double,
 * and the sum with it.
 */
export function exactAmounts(by: Increment['by']): Increment['by'] {
  const exact = (amount: unknown) =>
    typeof amount === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(amount) ? literal(amount) : amount;
  return Object.fromEntries(Object.entries(by).map(([column, amount]) => [column, exact(amount)]));
}

/** The minimum and maximum of a column, in units of its last decimal. */
interface Range {
  readonly min: bigint;
  readonly max: bigint;
  readonly scale: number;
}

function rangeOf(type: FieldType): Range | undefined {
  if (type.kind === 'integer') return { min: type.min, max: type.max, scale: 0 };
  if (type.kind !== 'decimal') return undefined;
  const max = 10n ** BigInt(type.precision) - 1n;
  return { min: type.isUnsigned ? 0n : -max, max, scale: type.scale };
}

interface IncrementedColumn extends Range {
  readonly column: string;
  readonly amount: bigint;
}

async function isExceeded(
  { model, where = {}, transaction }: Increment,
  { column, amount, min, max, scale }: IncrementedColumn,
): Promise<boolean> {
  const outside =
    amount > 0n
      ? { [Op.gt]: literal(unitsText(max - amount, scale)) }
      : { [Op.lt]: literal(unitsText(min - amount, scale)) };
  const criteria = { [Op.and]: [where, { [column]: outside }] };
  const found = await selectColumns(model, [column], criteria, {
    limit: 1,
    transaction,
  });
  return found.length > 0;
}

function columnError(model: DomainModel, name: string, message: string): ColumnValueError {
  return new ColumnValueError(model, [{ path: [name], message }]);
}
