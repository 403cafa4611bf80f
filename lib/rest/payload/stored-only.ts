import type { FieldMetadata } from '../../metadata';
import { codecOf } from '../../values';

/**
 * Whether a column may hold a value that payloads may not write: a date that no calendar has, which reads as null, a year
 * before 1000, and the null of JSON, which is not that of SQL. Clients may send it back unchanged.
 */
export function mayBeStored({ type: { kind } }: FieldMetadata, json: unknown): boolean {
  const isDate = kind === 'date' || kind === 'datetime';
  if (json === null) return isDate || kind === 'json';
  return isDate && typeof json === 'string' && json.startsWith('0');
}

/** Whether stored values are shown as the one that was sent. */
export function isShownAs({ type }: FieldMetadata, json: unknown): (stored: unknown) => boolean {
  const { write } = codecOf(type);
  return (stored) => ((stored ?? null) === null ? null : write(stored)) === json;
}
