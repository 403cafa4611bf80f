import type { FieldMetadata } from '../../metadata';
import { codecOf, type FieldType } from '../../values';

/**
 * Whether a column may hold a value that payloads may not write: a date that no calendar has, which reads as null, a year
 * before 1000, and the null of JSON, which is not that of SQL. Clients may send it back unchanged.
 */
export function mayBeStored({ type: { kind } }: FieldMetadata, json: unknown): boolean {
  const early = EARLY[kind];
  if (json === null) return early !== undefined || kind === 'json';
  return early !== undefined && typeof json === 'string' && early.test(json) && !Number.isNaN(Date.parse(json));
}

/** Days and instants in years before 1000, as responses have them. */
const EARLY: { readonly [K in FieldType['kind']]?: RegExp } = {
  date: /^0\d{3}-\d\d-\d\d$/,
  datetime: /^0\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/,
};

/** Whether stored values are shown as the one that was sent. */
export function isShownAs({ type }: FieldMetadata, json: unknown): (stored: unknown) => boolean {
  const { write } = codecOf(type);
  return (stored) => ((stored ?? null) === null ? null : write(stored)) === json;
}
