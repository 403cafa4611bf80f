import { type Codec, problem } from './codec';
import { withoutTrailingZeros } from './number-codecs';

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** The decimals of a second that a `Date` has. */
const DATE_DECIMALS = 3;
/** The length of `2026-01-31T08:30:00.123Z`. */
const ISO_LENGTH = 24;

/**
 * Reads an ISO 8601 date and time with a zone; writes it in UTC with the column's decimals of a second. Values that the
 * column cannot store exactly are rejected.
 */
export function dateTimeCodec(precision: number): Codec {
  const decimals = Math.min(precision, DATE_DECIMALS);
  // Caches the last text: rows that are inserted together often have the same times.
  let lastTime = Number.NaN;
  let lastText = '';
  return {
    read(json) {
      const parts = typeof json === 'string' ? DATE_TIME.exec(json) : null;
      if (!parts || !isDay(parts[1]!, parts[2]!, parts[3]!)) {
        return problem('must be a date and time such as 2026-01-31T08:30:00Z');
      }
      if (withoutTrailingZeros(parts[7] ?? '').length > decimals) {
        return problem(fractionProblem(decimals));
      }
      const value = new Date(json as string);
      return isInRange(value) ? { value } : problem('must lie between the years 1000 and 9999');
    },
    write(value) {
      const date = value instanceof Date ? value : new Date(value as string);
      if (date.getTime() === lastTime) return lastText;
      lastText = textOf(date, precision);
      lastTime = date.getTime();
      return lastText;
    },
  };
}

/** @param decimals  the maximum number of decimals of a second */
export function fractionProblem(decimals: number): string {
  if (decimals === 0) return 'must not have fractions of a second';
  return `must not have more than ${decimals} decimals of a second`;
}

function textOf(date: Date, precision: number): string {
  const text = date.toISOString();
  if (precision === DATE_DECIMALS && text.length === ISO_LENGTH) return text;
  const fraction = text.slice(20, 23).padEnd(precision, '0').slice(0, precision);
  return `${text.slice(0, 19)}${fraction && `.${fraction}`}Z`;
}

/** The length of `2026-01-31`; columns of an existing table may also contain a time. */
const DAY_LENGTH = 10;

export const dateCodec: Codec = {
  read(json) {
    const [, year, month, day] = (typeof json === 'string' && /^(\d{4})-(\d\d)-(\d\d)$/.exec(json)) || [];
    if (!year || !isDay(year, month!, day!)) return problem('must be a date such as 2026-01-31');
    return Number(year) < 1000 ? problem('must lie between the years 1000 and 9999') : { value: json };
  },
  write: (value) => (value instanceof Date ? value.toISOString() : String(value)).slice(0, DAY_LENGTH),
};

export const timeCodec: Codec = {
  read: (json) =>
    typeof json === 'string' && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(json)
      ? { value: json }
      : problem('must be a time of day such as 08:30:00'),
  // Columns of an existing table may contain fractions of a second.
  write: (value) => String(value).split('.', 1)[0],
};

/** Checks the day of the month, because `Date` turns Feb 30 into Mar 2. */
function isDay(year: string, month: string, day: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function isInRange(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999;
}
