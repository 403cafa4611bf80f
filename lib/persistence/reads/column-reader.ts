import { codecOf, type FieldType } from '../../values';
import type { Dialect } from '../database-url';
import { decimalText, plainInteger } from '../models/exact-numbers';

/** Takes a value of the driver that is not null. */
type Take = (value: unknown) => unknown;

/** How the values of one column are read. */
export interface ColumnReader {
  /** As an instance of the model has it in that field. */
  readonly read: Take;
  /** As responses show it. */
  readonly json: Take;
}

export function columnReader(type: FieldType, dialect: Dialect): ColumnReader {
  const read = readerOf(type, dialect);
  const { write } = codecOf(type);
  const json: Take = (value) => write(read(value));
  return { read, json: type.kind === 'datetime' ? instantWriter(type.precision, dialect, json) : json };
}

const asItIs: Take = (value) => value;

function readerOf(type: FieldType, dialect: Dialect): Take {
  switch (type.kind) {
    case 'datetime':
      return dateOf;
    case 'decimal':
      return dialect === 'sqlite' ? (value) => decimalText(value, type.scale) : asItIs;
    case 'integer':
    case 'duration':
      return dialect === 'sqlite' ? plainInteger : asItIs;
    case 'json':
      return dialect === 'sqlite' ? (value) => JSON.parse(String(value)) : asItIs;
    default:
      return asItIs;
  }
}

/** Both databases keep UTC; SQLite with the zone behind the time, or without it where the database gave the value. */
function dateOf(value: unknown): Date {
  const text = String(value);
  return new Date(text.includes('+') ? text : `${text}+00:00`);
}

/** `2026-01-31 08:30:00.250`, with or without decimals, and on SQLite with the zone. */
const STORED =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(?: \+00:00)?$/;

/** Milliseconds, as a Date holds them. */
const HELD_DECIMALS = 3;

/** A Date for each value costs more than the rest of its row. */
function instantWriter(precision: number, dialect: Dialect, otherwise: Take): Take {
  const anyInstant: Take = (value) => {
    const stored = STORED.exec(String(value));
    if (!stored) return otherwise(value);
    const [text, decimals = ''] = stored;
    const fraction = decimals.slice(0, HELD_DECIMALS).padEnd(precision, '0').slice(0, precision);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction && `.${fraction}`}Z`;
  };
  if (dialect === 'sqlite' || precision > HELD_DECIMALS) return anyInstant;
  const length = precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + precision;
  return (value) => (isWhole(value, length) ? `${value.slice(0, 10)}T${value.slice(11)}Z` : anyInstant(value));
}

/** Of `2026-01-31 08:30:00`. */
const SECONDS_LENGTH = 19;

/** A server keeps dates in columns that hold nothing else, but for year, month or day being zero. */
function isWhole(value: unknown, length: number): value is string {
  if (typeof value !== 'string' || value.length !== length) return false;
  return !value.startsWith('0') && !value.startsWith('00', 5) && !value.startsWith('00', 8);
}
