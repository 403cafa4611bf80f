import type { FieldType } from './field-type';
import type { Limit } from './limits/limit';
import { limitOf } from './limits/limit-of';
import { readableSingle, unitsOf, unitsText } from './limits/number-limits';

/**
 * A bound of a range. `isBetween`: it lies between the value and the next one that a row can hold, as a second with a
 * fraction does in a column of whole seconds. `above` and `below`: every value of the column lies on the other side.
 */
export type Bound = { readonly value: unknown; readonly isBetween?: boolean } | 'above' | 'below';

/** Reads the values that domain code compares a column with; undefined for those that are no values of its type. */
export interface Comparison {
  /** The value as rows hold it; undefined for one that no row can hold. */
  equal(value: unknown): unknown;
  bound(value: unknown): Bound | undefined;
}

const comparisons = new WeakMap<FieldType, Comparison | null>();

/** The comparison of a column type, created once; undefined for types that the database alone compares. */
export function comparisonOf(type: FieldType): Comparison | undefined {
  const cached = comparisons.get(type);
  if (cached !== undefined) return cached ?? undefined;
  const comparison = createComparison(type);
  comparisons.set(type, comparison ?? null);
  return comparison;
}

function createComparison(type: FieldType): Comparison | undefined {
  const hold = (limit: Limit) => (value: unknown) => {
    const checked = limit(value);
    return 'value' in checked ? checked.value : undefined;
  };
  switch (type.kind) {
    case 'string':
    case 'text':
      return { equal: textOf, bound: textBound };
    case 'enum':
    case 'uuid':
      return { equal: hold(limitOf(type)), bound: textBound };
    case 'integer': {
      const held = hold(limitOf(type));
      return { equal: (value) => wholeText(held(value)), bound: numberBound };
    }
    case 'decimal':
      return { equal: (value) => decimalText(value, type.scale), bound: numberBound };
    case 'float':
      return { equal: type.isSingle ? singleOf : doubleOf, bound: numberBound };
    case 'boolean': {
      const held = hold(limitOf(type));
      return { equal: held, bound: (value) => boundAt(held(value)) };
    }
    case 'datetime':
      return instants(type.precision);
    case 'date': {
      const held = hold(limitOf(type));
      const day = (value: unknown) => (isTime(value) ? held(value) : undefined);
      return { equal: day, bound: (value) => boundAt(day(value)) };
    }
    case 'time':
      return times(hold(limitOf(type)));
    default:
      return undefined;
  }
}

function boundAt(value: unknown): Bound | undefined {
  return value === undefined ? undefined : { value };
}

const anyText = limitOf({ kind: 'text', maxBytes: Number.POSITIVE_INFINITY });

/** Of any length, since columns of existing tables may be longer than their fields. */
function textOf(value: unknown): unknown {
  const checked = anyText(value);
  return 'value' in checked ? checked.value : undefined;
}

/** No row has U+0000, so that text with it lies between the text before it and the next one. */
function textBound(value: unknown): Bound | undefined {
  const end = typeof value === 'string' ? value.indexOf('\0') : -1;
  if (end < 0) return boundAt(textOf(value));
  const before = textOf((value as string).slice(0, end));
  return before === undefined ? undefined : { value: before, isBetween: true };
}

/** Without signs and zeros that other texts of the same number lack. */
function wholeText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  return String(BigInt(text.startsWith('+') ? text.slice(1) : text));
}

function decimalText(value: unknown, scale: number): string | undefined {
  const units = unitsOf(value, scale, true);
  return units === undefined ? undefined : unitsText(units, scale);
}

/** Longer than the text of any number that a column can hold. */
const MAX_NUMBER_LENGTH = 400;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(e[+-]?\d{1,3})?$/i;

/** Numbers have an order with those of a column, whatever their digits. */
function numberBound(value: unknown): Bound | undefined {
  if (value === Number.POSITIVE_INFINITY) return 'above';
  if (value === Number.NEGATIVE_INFINITY) return 'below';
  return boundAt(numberText(typeof value === 'boolean' ? Number(value) : value));
}

/** The literal of a number in SQL. */
function numberText(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined;
  const text = String(value);
  const parts = text.length > MAX_NUMBER_LENGTH ? null : NUMBER.exec(text);
  const [, sign, whole = '', fraction = '', exponent = ''] = parts ?? [];
  if (whole + fraction === '') return undefined;
  return `${sign === '-' ? sign : ''}${whole || '0'}${fraction && `.${fraction}`}${exponent}`;
}

function doubleOf(value: unknown): number | undefined {
  const text = numberText(value);
  const number = text === undefined ? Number.NaN : Number(text) + 0;
  return Number.isFinite(number) ? number : undefined;
}

function singleOf(value: unknown): number | undefined {
  const number = doubleOf(value);
  return number !== undefined && readableSingle(number) === number ? number : undefined;
}

function instants(precision: number): Comparison {
  const limit = limitOf({ kind: 'datetime', precision });
  const bound = (value: unknown): Bound | undefined => {
    const ms = isTime(value) ? new Date(value).getTime() : Number.NaN;
    if (Number.isNaN(ms)) return undefined;
    const checked = limit(new Date(ms));
    if ('problem' in checked) return ms > 0 ? 'above' : 'below';
    const held = checked.value as Date;
    return { value: held, isBetween: held.getTime() !== ms };
  };
  return { equal: (value) => heldAt(bound(value)), bound };
}

/** A fraction of a second is cut when a time is written; no row holds it. */
function times(held: (value: unknown) => unknown): Comparison {
  const bound = (value: unknown): Bound | undefined => {
    const time = held(value);
    return time === undefined ? undefined : { value: time, isBetween: /[1-9]/.test(String(value).split('.')[1] ?? '') };
  };
  return { equal: (value) => heldAt(bound(value)), bound };
}

function heldAt(bound: Bound | undefined): unknown {
  return typeof bound === 'object' && !bound.isBetween ? bound.value : undefined;
}

function isTime(value: unknown): value is string | number | Date {
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date;
}
