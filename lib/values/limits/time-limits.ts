import { exceeds, type Limit } from './limit';

/** The decimals of a second that a `Date` has. */
const DATE_DECIMALS = 3;

const EARLIEST = Date.UTC(1000, 0, 1);
const TOO_LATE = Date.UTC(10_000, 0, 1);

/** A date and time, truncated to the column's decimals of a second, like MariaDB and MySQL. */
export function dateTimeLimit(precision: number): Limit {
  const unit = 10 ** Math.max(0, DATE_DECIMALS - precision);
  return (value) => {
    const instant = value instanceof Date ? value : new Date(value as string);
    const ms = instant.getTime();
    if (Number.isNaN(ms)) return exceeds('must be a date and time');
    if (ms < EARLIEST || ms >= TOO_LATE) return exceeds('must lie between the years 1000 and 9999');
    return { value: ms % unit === 0 ? value : new Date(Math.floor(ms / unit) * unit) };
  };
}

/** A date such as `2026-01-31`, or an instant of that day. */
export const dateLimit: Limit = (value) => {
  const isDayAlone = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const day = value instanceof Date ? value : new Date(isDayAlone ? `${value}T00:00:00Z` : (value as string));
  // `Date` turns Feb 30 into Mar 2.
  const isDay = !Number.isNaN(day.getTime()) && (!isDayAlone || day.toISOString().startsWith(value as string));
  return isDay && isInRange(day) ? { value } : exceeds('must be a date such as 2026-01-31');
};

/** A time of day, or a duration of up to ±838 hours, truncated to seconds. */
export const timeLimit: Limit = (value) => {
  const parts = typeof value === 'string' ? /^(-?)(\d{1,3}):([0-5]\d)(?::([0-5]\d)(?:\.\d*)?)?$/.exec(value) : null;
  const [, sign, hours = '', minutes, seconds = '00'] = parts ?? [];
  if (!parts || Number(hours) > 838) return exceeds('must be a time of day such as 08:30:00');
  return { value: `${sign}${hours.padStart(2, '0')}:${minutes}:${seconds}` };
};

function isInRange(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999;
}
