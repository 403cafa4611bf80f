import type { FieldType } from '../field-type';
import { exceeds, type Limit } from './limit';

/** Longer than the text of any number that a column can store. */
const MAX_TEXT_LENGTH = 400;

/** Accepts whole numbers, also as text, and booleans as 1 and 0. */
export function integerLimit(min: bigint, max: bigint): Limit {
  const outside = exceeds(`must be a whole number from ${min} to ${max}`);
  const [least, most] = [Number(min), Number(max)];
  return (value) => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return { value };
    const number = typeof value === 'boolean' ? Number(value) : value;
    const text = numberText(number);
    if (text === undefined || !/^[+-]?\d+$/.test(text)) return outside;
    const whole = BigInt(text.startsWith('+') ? text.slice(1) : text);
    if (whole < min || whole > max) return outside;
    return { value: typeof number === 'bigint' ? String(number) : number };
  };
}

const PLAIN = /^\d+\.\d+$/;

/** Rounds surplus decimals like MariaDB and MySQL: half away from zero. */
export function decimalLimit(precision: number, scale: number, isUnsigned: boolean): Limit {
  const wholeDigits = precision - scale;
  const surplus = exceeds(tooWide(wholeDigits));
  const limit = 10n ** BigInt(precision);
  // The form that codecs read, on the fast path.
  const isExact = (text: string) => {
    const point = text.indexOf('.');
    return point > 0 && point <= wholeDigits && text.length === point + 1 + scale && PLAIN.test(text);
  };
  return (value) => {
    if (typeof value === 'string' && isExact(value)) return { value };
    const digits = digitsOf(value);
    if (!digits) return exceeds('must be a decimal number');
    if (digits.whole.length > wholeDigits) return surplus;
    const rounded = roundedUnits(digits, scale);
    if (rounded >= limit) return surplus;
    if (isUnsigned && digits.isNegative && rounded > 0n) return exceeds('must not be negative');
    if (!hasSurplus(digits, scale)) return { value: typeof value === 'bigint' ? String(value) : value };
    const text = unitsText(digits.isNegative ? -rounded : rounded, scale);
    return { value: typeof value === 'number' ? Number(text) : text };
  };
}

const MAX_SINGLE = 3.4028234663852886e38;

type FloatType = Omit<Extract<FieldType, { kind: 'float' }>, 'kind'>;

/** The number that FLOAT(7,2) and DOUBLE(7,2) store. */
export function roundedTo(scale: number, number: number): number {
  const units = unitsOf(number, scale, false);
  return units === undefined ? number : Number(unitsText(units, scale));
}

/** Whether a number has no more digits before the point. */
export function hasRoom(number: number, wholeDigits: number): boolean {
  return Math.abs(number) < 10 ** wholeDigits;
}

function tooWide(wholeDigits: number): string {
  return `must have at most ${wholeDigits} digits before the point`;
}

/** Rounds a FLOAT to the digits that can be read back, and FLOAT(7,2) as the column does. */
export function floatLimit({ isSingle, isUnsigned, precision = 0, scale }: FloatType): Limit {
  return (value) => {
    const text = numberText(value);
    const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(number)) return exceeds('must be a number');
    if (isSingle && Math.abs(number) > MAX_SINGLE) {
      return exceeds(`must be a number from -${MAX_SINGLE} to ${MAX_SINGLE}`);
    }
    if (isUnsigned && number < 0) return exceeds('must not be negative');
    const readable = isSingle ? readableSingle(number) : number;
    const rounded = scale === undefined ? readable : roundedTo(scale, readable);
    if (scale !== undefined && !hasRoom(rounded, precision - scale)) return exceeds(tooWide(precision - scale));
    return { value: rounded === number ? value : rounded };
  };
}

/** The number that MariaDB and MySQL return after a FLOAT column has stored this one: six significant digits of a single. */
export function readableSingle(number: number): number {
  return Number(Math.fround(number).toPrecision(6));
}

/**
 * Converts a number to units of its last decimal, rounded: 1.5 with a scale of 2 is 150.
 *
 * @param isExact  whether surplus decimals are invalid
 * @returns undefined for an invalid number
 */
export function unitsOf(value: unknown, scale: number, isExact: boolean): bigint | undefined {
  const digits = digitsOf(value);
  if (!digits || digits.whole.length > MAX_TEXT_LENGTH || (isExact && hasSurplus(digits, scale))) return undefined;
  const units = roundedUnits(digits, scale);
  return digits.isNegative ? -units : units;
}

/** Formats a number that is given in units of its last decimal: 150 with a scale of 2 is `1.50`. */
export function unitsText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

function numberText(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined;
  const text = String(value);
  return text.length <= MAX_TEXT_LENGTH ? text : undefined;
}

/** The digits of a number without exponent and leading zeros. */
interface Digits {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function digitsOf(value: unknown): Digits | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(numberText(value) ?? '');
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts ?? [];
  if (!parts || whole + fraction === '') return undefined;
  return { isNegative: sign === '-', ...shifted(whole, fraction, Number(exponent)) };
}

function shifted(whole: string, fraction: string, by: number): Omit<Digits, 'isNegative'> {
  const point = whole.length + by;
  const digits = '0'.repeat(Math.max(0, -point)) + (whole + fraction).padEnd(point, '0');
  const start = Math.max(0, point);
  return { whole: digits.slice(0, start).replace(/^0+/, ''), fraction: digits.slice(start) };
}

/** The number in units of the column's last decimal. */
function roundedUnits({ whole, fraction }: Digits, scale: number): bigint {
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0') || '0');
  return (fraction[scale] ?? '0') >= '5' ? units + 1n : units;
}

function hasSurplus({ fraction }: Digits, scale: number): boolean {
  return /[1-9]/.test(fraction.slice(scale));
}
