import type { ModelAttributeColumnOptions, Sequelize } from 'sequelize';
import type { FieldType } from '../../values';
import { dialectOf } from '../dialects/dialect-of';
import { queryGeneratorOf } from '../sequelize/query-interface';
import type { TimeZone } from '../time-zone';
import type { DomainModel } from './domain-model';

/** The SQL of a column, and of the literals that it is compared with. */
export interface ComparedColumn {
  readonly sql: string;
  /** @param value not null or undefined */
  literal(value: unknown): string;
}

/** Datetimes are read with milliseconds at most. */
const READ_DECIMALS = 3;

/** The length of `2026-01-31 08:30:00`. */
export const SECONDS_LENGTH = 19;

/**
 * Drivers return some values with fewer digits than the column holds. Such a column is compared at the precision that
 * is read; otherwise keyset pagination would return the last row of a page again.
 *
 * @param sql of the column itself
 */
export function comparedColumn(
  model: DomainModel,
  attribute: ModelAttributeColumnOptions,
  type: FieldType,
  sql: string,
): ComparedColumn {
  const generator = queryGeneratorOf(model);
  const { comparison } = dialectOf(model.sequelize!);
  if (comparison.floatAsRead && type.kind === 'float' && type.isSingle)
    return { sql: comparison.floatAsRead(sql), literal: double };
  if (comparison.instantAsRead && type.kind === 'datetime' && (type.isFiner || type.precision > READ_DECIMALS)) {
    const length = lengthAsRead(type.precision);
    const { zone } = model.sequelize as Sequelize & WithZone;
    const literal = (value: unknown) => `'${zone.toLocal(value as Date).slice(0, length)}'`;
    return { sql: comparison.instantAsRead(sql, length), literal };
  }
  return { sql, literal: LITERALS[type.kind] ?? ((value) => generator.escape(value, attribute)) };
}

interface WithZone {
  /** The zone of its DATETIME columns. */
  readonly zone: TimeZone;
}

/** The length of a datetime with more decimals of a second than are read. */
function lengthAsRead(precision: number): number {
  return precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + Math.min(precision, READ_DECIMALS);
}

/** Numbers are not quoted: MySQL compares a number with a text as doubles. */
const LITERALS: { readonly [K in FieldType['kind']]?: (value: unknown) => string } = {
  integer: number,
  duration: number,
  decimal: number,
  float: number,
  boolean: (value) => (value === true || value === 1 ? '1' : '0'),
};

function number(value: unknown): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new TypeError(`"${text}" is not a number.`);
  return text;
}

/** Written with an exponent: MariaDB would compare `text + 0` with a whole number as integers. */
function double(value: unknown): string {
  const text = number(value);
  return /e/i.test(text) ? text : `${text}e0`;
}
