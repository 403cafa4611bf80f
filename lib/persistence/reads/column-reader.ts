import { codecOf, type FieldType } from '../../values';
import type { Dialect } from '../database-url';
import { SECONDS_LENGTH } from '../models/compared-column';
import { decimalText, plainInteger } from '../models/exact-numbers';
import { type TimeZone, UTC } from '../time-zone';

/** Converts a value of the driver that is not null. */
type Convert = (value: unknown) => unknown;

/** Converts the values of one column. */
export interface ColumnReader {
  /** To the value that an instance of the model has. */
  readonly read: Convert;
  /** To the value in a JSON response. */
  readonly json: Convert;
}

/** @param zone of the database */
export function columnReader(type: FieldType, dialect: Dialect, zone: TimeZone = UTC): ColumnReader {
  const read = converterFor(type, dialect, zone);
  const { write } = codecOf(type);
  const json: Convert = (value) => write(read(value));
  return { read, json: type.kind === 'datetime' && zone.isUtc ? instantWriter(type.precision, dialect, json) : json };
}

const unchanged: Convert = (value) => value;

function converterFor(type: FieldType, dialect: Dialect, zone: TimeZone): Convert {
  switch (type.kind) {
    case 'datetime':
      return dialect === 'sqlite'
        ? (value) => instantWithZone(String(value), zone)
        : (value) => zone.toInstant(String(value));
    case 'decimal':
      return dialect === 'sqlite' ? (value) => decimalText(value, type.scale) : unchanged;
    case 'integer':
    case 'duration':
      return dialect === 'sqlite' ? plainInteger : unchanged;
    case 'json':
      return dialect === 'sqlite' ? (value) => JSON.parse(String(value)) : unchanged;
    default:
      return unchanged;
  }
}

/** `2026-01-31 08:30:00 +08:00`, `2026-01-31T08:30:00Z`. */
const WITH_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** SQLite stores the zone with each time, except for times that the database itself set. */
function instantWithZone(text: string, zone: TimeZone): Date {
  return WITH_ZONE.test(text) ? new Date(text) : zone.toInstant(text);
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
    const fraction = decimals.slice(0, DATE_DECIMALS).padEnd(precision, '0').slice(0, precision);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction && `.${fraction}`}Z`;
  };
  if (dialect === 'sqlite' || precision > DATE_DECIMALS) return anyInstant;
  const length = precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + precision;
  return (value) => (isPlainDatetime(value, length) ? `${value.slice(0, 10)}T${value.slice(11)}Z` : anyInstant(value));
}

/** Columns of a server hold valid dates only, except that year, month or day may be zero. */
function isPlainDatetime(value: unknown, length: number): value is string {
  if (typeof value !== 'string' || value.length !== length) return false;
  return !value.startsWith('0') && !value.startsWith('00', 5) && !value.startsWith('00', 8);
}
