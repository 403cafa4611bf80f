import { codecOf, type FieldType } from '../../values';
import type { Dialect } from '../dialects/dialect';
import { SECONDS_LENGTH } from '../models/compared-column';
import { decimalText, plainInteger } from '../models/exact-numbers';
import { type Convert, converterOf, isCalendarDate, withoutNoDate } from '../models/stored-values';
import { type TimeZone, UTC } from '../time-zone';

/** Converts the values of one column. */
export interface ColumnReader {
  /** To the value that an instance of the model has. */
  readonly read: Convert;
  /** To the value in a JSON response. */
  readonly json: Convert;
  /** Whether values may be dates that no calendar has, which read as null. */
  readonly isDate?: boolean;
}

/** @param zone of the database */
export function columnReader(type: FieldType, dialect: Dialect, zone: TimeZone = UTC): ColumnReader {
  const read = readerOf(type, dialect, zone);
  const { write } = codecOf(type);
  const json: Convert = (value) => {
    const known = read(value);
    return known === null ? null : write(known);
  };
  if (type.kind === 'date') return { read, json, isDate: true };
  if (type.kind !== 'datetime') return { read, json };
  return { read, json: zone.isUtc ? instantWriter(type.precision, dialect, json) : json, isDate: true };
}

const unchanged: Convert = (value) => value;

function readerOf(type: FieldType, dialect: Dialect, zone: TimeZone): Convert {
  const convert = converterOf(type, zone);
  if (type.kind === 'datetime' || type.kind === 'date') return (value) => withoutNoDate(convert!(value));
  if (convert) return convert;
  if (!dialect.driver.roundsNumbers) return unchanged;
  if (type.kind === 'decimal') return (value) => decimalText(value, type.scale);
  return type.kind === 'integer' || type.kind === 'duration' ? plainInteger : unchanged;
}

/** `2026-01-31 08:30:00.250`, with or without decimals, and on SQLite with a time zone. */
const STORED_DATETIME =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(?: \+00:00)?$/;

/** A Date holds milliseconds. */
const DATE_DECIMALS = 3;

/** Writes datetimes that are stored in UTC without a Date per value, which would cost more than the rest of the row. */
function instantWriter(precision: number, dialect: Dialect, fallback: Convert): Convert {
  const anyInstant: Convert = (value) => {
    const stored = STORED_DATETIME.exec(String(value));
    if (!stored) return fallback(value);
    const [text, decimals = ''] = stored;
    if (!isCalendarDate(text)) return null;
    const fraction = decimals.slice(0, DATE_DECIMALS).padEnd(precision, '0').slice(0, precision);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction && `.${fraction}`}Z`;
  };
  if (dialect.values.storesDatesAsText || precision > DATE_DECIMALS) return anyInstant;
  const length = precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + precision;
  return (value) => (isPlainDatetime(value, length) ? `${value.slice(0, 10)}T${value.slice(11)}Z` : anyInstant(value));
}

/** Columns of a server hold dates only, except that year, month or day may be zero, and all months may have 31 days. */
function isPlainDatetime(value: unknown, length: number): value is string {
  if (typeof value !== 'string' || value.length !== length) return false;
  const day = value.slice(8, 10);
  return !value.startsWith('0') && !value.startsWith('00', 5) && day !== '00' && day < '29';
}
