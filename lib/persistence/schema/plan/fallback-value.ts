import { familyOf } from '../shapes/plain-type';
import type { ColumnShape } from '../shapes/table-shape';

/** The value of existing rows in a new column that is NOT NULL without a default; undefined for other columns. */
export function fallbackOf(column: ColumnShape): string | undefined {
  if (column.isNullable || column.default !== undefined || column.isGenerated || column.isComputed) return undefined;
  const [, first] = /^enum\(('(?:[^']|'')*')/i.exec(column.type) ?? [];
  return first ?? FALLBACKS[familyOf(column.type)] ?? "''";
}

const FALLBACKS: Readonly<Record<string, string>> = {
  integer: '0',
  decimal: '0',
  double: '0',
  date: "'1970-01-01'",
  instant: "'1970-01-01 00:00:00'",
  time: "'00:00:00'",
};
