import { familyOf } from './plain-type';
import { type ColumnShape, find, type TableShape } from './table-shape';

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

/** A note for each column that existing rows get a value in which neither they nor the model have. */
export function filledNotes(from: readonly TableShape[], to: readonly TableShape[]): string[] {
  return to.flatMap(({ name, columns }) => {
    const before = find(from, name);
    const added = before ? columns.filter((column) => !find(before.columns, column.name)) : [];
    return added.flatMap((column) => {
      const fallback = fallbackOf(column);
      const place = `${name}.${column.name}`;
      return fallback === undefined
        ? []
        : [`${place} is never null and has no default: rows that are there get ${fallback}`];
    });
  });
}
