import { type Codec, isExactNumber, problem, type Reading } from './codec';
import type { FieldType } from './field-type';
import { hasRoom, readableSingle, roundedTo } from './limits/number-limits';

/** More digits than any column has; limits the cost of parsing a bigint. */
const MAX_DIGITS = 1000;

/**
 * Whole numbers within the range of their column; beyond ±(2^53−1), text in JSON in both directions.
 */
export function integerCodec(min: bigint, max: bigint): Codec {
  const isWide = max > BigInt(Number.MAX_SAFE_INTEGER);
  const range = `must be a whole number from ${min} to ${max}`;
  const [lowest, highest] = [Number(min), Number(max)];
  return {
    read(json) {
      // The fast path; the addition turns -0 into 0.
      if (Number.isSafeInteger(json)) {
        const value = (json as number) + 0;
        return value < lowest || value > highest ? problem(range) : { value };
      }
      const text = numberText(json) ?? (isWide && typeof json === 'string' ? json : undefined);
      if (text === undefined || text.length > MAX_DIGITS || !/^-?\d+$/.test(text)) return problem(range);
      const value = BigInt(text);
      return value < min || value > max ? problem(range) : { value: plainInteger(value) };
    },
    write: (value) => (Number.isSafeInteger(value) ? value : plainInteger(BigInt(value as string | number | bigint))),
  };
}

/** A decimal as the codec writes it: without a sign and leading zeros. */
const CANONICAL_DECIMAL = /^(?:0|[1-9]\d*)\.\d+$/;

/** Exact decimals: text with the column's scale. A number is accepted if its shortest text fits. */
export function decimalCodec(precision: number, scale: number, isUnsigned: boolean): Codec {
  const shape = decimalShape(precision, scale);
  // The fast path.
  const isCanonical = (text: string) => {
    const point = text.length - scale - 1;
    return point <= precision - scale && text[point] === '.' && CANONICAL_DECIMAL.test(text);
  };
  return {
    read(json) {
      if (typeof json === 'string' && isCanonical(json)) return { value: json };
      const text = typeof json === 'string' ? json : numberText(json);
      const parts = text === undefined ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
      if (!parts) return problem(shape);
      const [, sign = '', whole = '', fraction = ''] = parts;
      const digits = whole.replace(/^0+(?=\d)/, '');
      const decimals = withoutTrailingZeros(fraction);
      if (digits.replace(/^0$/, '').length > precision - scale || decimals.length > scale) return problem(shape);
      const value = withScale(sign, digits, decimals, scale);
      return isUnsigned && value.startsWith('-') ? problem('must not be negative') : { value };
    },
    write(value) {
      if (typeof value === 'string' && isCanonical(value)) return value;
      const text = typeof value === 'number' ? value.toFixed(scale) : String(value);
      const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
      return withScale(sign, whole, fraction, scale);
    },
  };
}

function decimalShape(precision: number, scale: number): string {
  return `must be a decimal number with at most ${precision - scale} digits before and ${scale} after the point`;
}

/** MariaDB and MySQL return six digits of a single float, SQLite all of them: more than six are rejected. */
export function floatCodec(type: Extract<FieldType, { kind: 'float' }>): Codec {
  const { isSingle, isUnsigned, precision = 0, scale } = type;
  return {
    read(json): Reading {
      if (isExactNumber(json)) return problem('has more digits than the column can hold');
      if (typeof json !== 'number' || !Number.isFinite(json)) return problem('must be a number');
      if (isSingle && readableSingle(json) !== json) {
        return problem(`must be a number from -${MAX_SINGLE} to ${MAX_SINGLE} with at most 6 significant digits`);
      }
      if (scale !== undefined && !(roundedTo(scale, json) === json && hasRoom(json, precision - scale))) {
        return problem(decimalShape(precision, scale));
      }
      return isUnsigned && json < 0 ? problem('must not be negative') : { value: json };
    },
    write: Number,
  };
}

const MAX_SINGLE = 3.40282e38;

function numberText(json: unknown): string | undefined {
  if (isExactNumber(json)) return plainText(json.text);
  return typeof json === 'number' && Number.isFinite(json) ? plainText(String(json)) : undefined;
}

/** Expands the exponent: `1.5e3` → `1500`. Numbers with huge exponents stay. */
function plainText(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const shift = Number(exponent ?? 0);
  if (exponent === undefined && fraction !== '' && /^0+$/.test(fraction)) return sign + whole;
  if (exponent === undefined || Math.abs(shift) > 100) return text;
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const decimals = withoutTrailingZeros(padded.slice(point));
  return sign + padded.slice(0, point) + (decimals && `.${decimals}`);
}

function plainInteger(value: bigint): number | string {
  const isSafe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSafe ? Number(value) : String(value);
}

function withScale(sign: string, whole: string, decimals: string, scale: number): string {
  const text = scale === 0 ? whole : `${whole}.${decimals.padEnd(scale, '0').slice(0, scale)}`;
  return /[1-9]/.test(text) ? sign + text : text;
}

/** A loop, because a regular expression for trailing zeros takes quadratic time. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
