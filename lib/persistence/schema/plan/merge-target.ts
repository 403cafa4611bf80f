import type { Dialect } from '../../dialects/dialect';
import { indexesOfKeys } from '../../tables/index-of-key';
import { familyOf } from '../../tables/plain-type';
import {
  type ColumnShape,
  type ForeignKeyShape,
  find,
  type IndexShape,
  isSameIndex,
  isSameKey,
  sameSet,
  type TableShape,
} from '../../tables/table-shape';
import { changedColumn } from '../shapes/compare-tables';
import { withNewNames } from './new-names';

/** The tables after a migration, and the changes that lose values. */
export interface MergedTarget {
  readonly tables: readonly TableShape[];
  /** Changes that lose values, in words; left out of the tables unless they are allowed. */
  readonly losses: readonly string[];
}

const OWN_TABLES = /^koaggregate_/i;

/**
 * Merges the tables of the models into those of the database: equal parts stay as the database has them, with their names.
 *
 * @param allowsLoss  whether to drop columns and tables without a model, and to narrow types
 */
export function mergeTarget(
  stored: readonly TableShape[],
  wanted: readonly TableShape[],
  dialect: Dialect,
  allowsLoss: boolean,
): MergedTarget {
  const losses: string[] = [];
  const merged = wanted.map((table) => {
    const existing = find(stored, table.name);
    if (!existing) return table;
    return existing.isView ? existing : mergeTable(existing, table, dialect, { losses, allowsLoss });
  });
  const others = stored.filter(({ name }) => !find(wanted, name));
  const isKept = ({ name, isView }: TableShape) => isView || OWN_TABLES.test(name);
  const dropped = others.filter((table) => !isKept(table));
  losses.push(...dropped.map(({ name }) => `the table ${name} is dropped`));
  const tables = [...merged, ...others.filter((table) => isKept(table) || !allowsLoss)];
  return { tables: withNewNames(tables, stored, dialect), losses };
}

interface Losing {
  readonly losses: string[];
  readonly allowsLoss: boolean;
}

function mergeTable(stored: TableShape, wanted: TableShape, dialect: Dialect, losing: Losing): TableShape {
  const hasSameKey = sameSet(wanted.primaryKey, stored.primaryKey);
  const columns = wanted.columns.map((column) => {
    const existing = find(stored.columns, column.name);
    return existing ? mergeColumn(existing, column, wanted, { dialect, hasSameKey, ...losing }) : column;
  });
  const others = stored.columns.filter(({ name }) => !find(wanted.columns, name));
  const dropped = others.filter(({ isComputed }) => !isComputed);
  losing.losses.push(...dropped.map(({ name }) => `the column ${stored.name}.${name} is dropped`));
  const kept = losing.allowsLoss ? others.filter(({ isComputed }) => isComputed) : others;
  const { primaryKey } = wanted;
  const foreignKeys = mergeKeys(stored, wanted, kept);
  const indexes = mergeIndexes(stored, wanted, kept);
  const needed = dialect.schema.indexesForeignKeys ? indexesOfKeys(stored, { primaryKey, foreignKeys, indexes }) : [];
  return { ...stored, columns: [...columns, ...kept], primaryKey, indexes: [...indexes, ...needed], foreignKeys };
}

interface Merging extends Losing {
  readonly dialect: Dialect;
  /** Whether the primary key stays the same. */
  readonly hasSameKey: boolean;
}

function mergeColumn(
  stored: ColumnShape,
  wanted: ColumnShape,
  table: TableShape,
  { dialect, hasSameKey, losses, allowsLoss }: Merging,
): ColumnShape {
  const [change] = changedColumn(wanted, stored, table, { dialect, isExact: true, hasSameKey });
  if (!change) return stored;
  const isLosing = change.type && dialect.schema.loses(stored.type, wanted.type);
  if (isLosing) losses.push(`${table.name}.${wanted.name} gets narrower: ${wanted.type} in place of ${stored.type}`);
  const type = change.type && (allowsLoss || !isLosing) ? wanted.type : stored.type;
  const isText = familyOf(type) === 'text' && familyOf(stored.type) === 'text';
  const fallback = wanted.default ?? stored.default;
  const comment = wanted.comment ?? stored.comment;
  return {
    name: stored.name,
    type,
    isNullable: change.nullability ? wanted.isNullable : stored.isNullable,
    isGenerated: wanted.isGenerated,
    ...(fallback !== undefined && { default: fallback }),
    ...(isText && stored.collation !== undefined && { collation: stored.collation }),
    ...(familyOf(type) === 'instant' && stored.onUpdate !== undefined && { onUpdate: stored.onUpdate }),
    ...(comment !== undefined && { comment }),
  };
}

function mergeIndexes(stored: TableShape, wanted: TableShape, kept: readonly ColumnShape[]): IndexShape[] {
  const remaining = stored.indexes.filter(
    (index) =>
      index.isSpecial ||
      wanted.indexes.some((other) => isSameIndex(index, other)) ||
      index.columns.some((name) => find(kept, name)),
  );
  const added = wanted.indexes.filter((index) => !remaining.some((other) => isSameIndex(other, index)));
  return [...remaining, ...added];
}

function mergeKeys(stored: TableShape, wanted: TableShape, kept: readonly ColumnShape[]): ForeignKeyShape[] {
  const remaining = stored.foreignKeys.filter(
    (key) => wanted.foreignKeys.some((other) => isSameKey(other, key)) || key.columns.some((name) => find(kept, name)),
  );
  const added = wanted.foreignKeys.filter((key) => !remaining.some((other) => isSameKey(other, key)));
  return [...remaining, ...added];
}
