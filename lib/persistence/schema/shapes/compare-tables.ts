import type { Dialect } from '../../dialects/dialect';
import { exactType, familyOf, plainType } from '../../tables/plain-type';
import type { ChangedColumn, TableDifference } from '../../tables/table-difference';
import {
  type ColumnShape,
  find,
  type IndexShape,
  isSameIndex,
  isSameKey,
  sameName,
  sameNames,
  sameSet,
  type TableShape,
} from '../../tables/table-shape';

export interface CompareOptions {
  readonly dialect: Dialect;
  /** Whether to compare the decimals of a second. */
  readonly isExact: boolean;
  /** Whether to compare defaults that only the database has, too. */
  readonly comparesAllDefaults?: boolean;
}

interface ColumnOptions extends CompareOptions {
  /** Whether the primary key is the same; otherwise it matters whether the database generates a value. */
  readonly hasSameKey: boolean;
}

/** Undefined if the tables do not differ. Of views only columns are compared. */
export function compareTables(
  wanted: TableShape,
  stored: TableShape,
  options: CompareOptions,
): TableDifference | undefined {
  const missingColumns = wanted.columns.filter(({ name }) => !find(stored.columns, name));
  const extraColumns = stored.columns.filter(({ name, isComputed }) => !isComputed && !find(wanted.columns, name));
  const hasSameKey = sameSet(wanted.primaryKey, keyOf(stored, wanted.primaryKey));
  if (stored.isView) return missingColumns.length > 0 ? { ...noDifference(wanted, stored), missingColumns } : undefined;
  const difference: TableDifference = {
    wanted,
    stored,
    missingColumns,
    extraColumns,
    changedColumns: wanted.columns.flatMap((column) => {
      const other = find(stored.columns, column.name);
      return other ? changedColumn(column, other, wanted, { ...options, hasSameKey }) : [];
    }),
    missingIndexes: wanted.indexes.filter((index) => !hasIndex(index, stored)),
    extraIndexes: stored.indexes.filter((index) => !index.isSpecial && isSurplus(index, wanted, options)),
    missingKeys: wanted.foreignKeys.filter((key) => !stored.foreignKeys.some((other) => isSameKey(key, other))),
    extraKeys: stored.foreignKeys.filter((key) => !wanted.foreignKeys.some((other) => isSameKey(other, key))),
    hasSameKey,
  };
  return isEmpty(difference) ? undefined : difference;
}

/** The primary key; without one, the columns that a unique index never lets be null or equal, if a model has them as its key. */
function keyOf({ primaryKey, indexes, columns }: TableShape, wanted: readonly string[]): readonly string[] {
  const isKey = ({ isUnique, isSpecial, columns: names }: IndexShape) =>
    isUnique &&
    !isSpecial &&
    sameSet(names, wanted) &&
    names.every((name) => find(columns, name)?.isNullable === false);
  return primaryKey.length === 0 && indexes.some(isKey) ? wanted : primaryKey;
}

function noDifference(wanted: TableShape, stored: TableShape): TableDifference {
  const none: readonly never[] = [];
  return {
    wanted,
    stored,
    missingColumns: none,
    extraColumns: none,
    changedColumns: none,
    missingIndexes: none,
    extraIndexes: none,
    missingKeys: none,
    extraKeys: none,
    hasSameKey: true,
  };
}

function isEmpty({ wanted: _, stored: __, hasSameKey, ...lists }: TableDifference): boolean {
  return hasSameKey && Object.values(lists).every((list: readonly unknown[]) => list.length === 0);
}

export function changedColumn(
  wanted: ColumnShape,
  stored: ColumnShape,
  table: TableShape,
  { dialect, isExact, comparesAllDefaults = false, hasSameKey }: ColumnOptions,
): ChangedColumn[] {
  const isKey = table.primaryKey.some((name) => sameName(name, wanted.name));
  const isGeneration = !hasSameKey && wanted.isGenerated !== stored.isGenerated;
  // On SQLite such a key is the rowid or holds the same numbers, whatever its declaration.
  const isInteger = [wanted, stored].every(({ type }) => familyOf(type) === 'integer');
  const isSameRowid = (wanted.isGenerated && stored.isGenerated) || (hasSameKey && isInteger);
  if (isKey && dialect.schema.keysAreRowids && isSameRowid) return [];
  const typeOf = isExact && !dialect.values.storesDatesAsText ? exactType : plainType;
  const type = typeOf(wanted.type) !== typeOf(stored.type);
  const nullability = !isKey && wanted.isNullable !== stored.isNullable;
  const isCompared = wanted.default !== undefined || (comparesAllDefaults && stored.default !== undefined);
  const fallback = isCompared && !sameDefault(wanted.default, stored.default, familyOf(wanted.type) === 'text');
  return type || nullability || fallback || isGeneration
    ? [{ wanted, stored, type, nullability, default: fallback }]
    : [];
}

/** Numbers are the same if their values are: 0 and 0.00. */
function sameDefault(wanted: string | undefined, stored: string | undefined, isText: boolean): boolean {
  if (wanted === undefined || stored === undefined) return false;
  const [first, second] = [normalized(wanted), normalized(stored)];
  if (first === second || isText) return first === second;
  return first !== '' && second !== '' && Number(first) === Number(second);
}

/** `b'101'`, the default of a BIT column. */
const BITS = /^b'([01]{1,64})'$/i;

/** Normalizes the quotes, parentheses, bits and spelling of functions, which databases change. */
function normalized(expression: string): string {
  let text = expression.trim();
  while (text.startsWith('(') && text.endsWith(')')) text = text.slice(1, -1).trim();
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'").replaceAll('\\', '');
  const [, bits] = BITS.exec(text) ?? [];
  if (bits !== undefined) return String(BigInt(`0b${bits}`));
  const words = text.toLowerCase().replaceAll(' ', '').replace('()', '').replaceAll("\\'", "'");
  if (words === 'true' || words === 'false') return words === 'true' ? '1' : '0';
  return words.replace(/^now/, 'current_timestamp');
}

function hasIndex(wanted: IndexShape, stored: TableShape): boolean {
  return (
    stored.indexes.some((index) => isSameIndex(index, wanted)) || (wanted.isUnique && isPrimaryKey(wanted, stored))
  );
}

function isPrimaryKey(index: IndexShape, table: TableShape): boolean {
  return sameSet(index.columns, table.primaryKey);
}

/** An index that a foreign key needs is not extra: servers create one for each foreign key. */
function isSurplus(index: IndexShape, wanted: TableShape, { dialect }: CompareOptions): boolean {
  if (wanted.indexes.some((other) => isSameIndex(index, other))) return false;
  if (index.isUnique) return !isPrimaryKey(index, wanted);
  const isNeeded = wanted.foreignKeys.some(({ columns }) => sameNames(columns, index.columns.slice(0, columns.length)));
  return !(isNeeded && (dialect.schema.indexesForeignKeys || index.columns.length === 1));
}
