import { DataTypes, type QueryInterface } from 'sequelize';
import { decimalText, plainInteger } from '../models/exact-numbers';
import { type ColumnType, decimalsOf } from '../sequelize/data-types';
import { queryInterfaceOf } from '../sequelize/query-interface';

interface Options {
  /** The type of the result: that of the column, unless the call names another. */
  readonly dataType?: ColumnType;
  /** Whether the result is one value, not one for each group. */
  readonly plain?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Makes `sum`, `max` and `min` return text instead of a number that would be rounded. */
export function keepAggregatesExact(queryInterface: QueryInterface): void {
  const reads = queryInterfaceOf<Options>(queryInterface);
  const rawSelect = reads.rawSelect.bind(reads);
  reads.rawSelect = async (table, options, name, model) => {
    const rows = (await rawSelect(table, { ...options, plain: false }, name, model)) as readonly Row[];
    if (options.plain === false) return rows;
    const value = rows[0]?.[name] ?? null;
    return value === null ? null : resultOf(value, options.dataType, name);
  };
}

/** As Sequelize converts it, apart from numbers that a double cannot hold. */
function resultOf(value: unknown, type: ColumnType | undefined, name: string): unknown {
  if (type instanceof DataTypes.DECIMAL) return decimalResult(value, Number(decimalsOf(type).scale ?? 0), name);
  if (type instanceof DataTypes.INTEGER) return integerResult(String(value));
  if (type instanceof DataTypes.FLOAT) return Number.parseFloat(String(value));
  return type instanceof DataTypes.DATE && !(value instanceof Date) ? new Date(value as string) : value;
}

function integerResult(text: string): unknown {
  return /^-?\d+$/.test(text) ? plainInteger(text) : Number.parseInt(text, 10);
}

/** A double holds every decimal number of 15 digits. */
const EXACT_DIGITS = 15;

/** SQLite adds doubles, so that a sum has to be rounded to the decimals of the column. */
function decimalResult(value: unknown, scale: number, name: string): unknown {
  const text = String(name.toLowerCase() === 'sum' ? decimalText(value, scale) : value);
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return typeof value === 'string' && digits.length > EXACT_DIGITS ? text : Number(text);
}
