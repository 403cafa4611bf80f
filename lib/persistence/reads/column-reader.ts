import type { FieldType } from '../../values';
import type { Dialect } from '../database-url';
import { decimalText, plainInteger } from '../models/exact-numbers';

/** Makes of the driver's value, which is not null, what an instance of the model has in that field. */
export type ColumnReader = (value: unknown) => unknown;

const asItIs: ColumnReader = (value) => value;

export function columnReader(type: FieldType, dialect: Dialect): ColumnReader {
  switch (type.kind) {
    case 'datetime':
      return dateOf;
    case 'decimal':
      return dialect === 'sqlite' ? (value) => decimalText(value, type.scale) : asItIs;
    case 'integer':
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
