import type { FieldMetadata } from '../../metadata';
import { isModelInstance } from '../models/domain-model';
import { type NoDate, noDateOf } from '../models/stored-values';
import { sortedPart } from './column-term';
import { LinkedRow } from './linked-row';
import { type Row, SelectedRow } from './row';

/**
 * The value by which a row is sorted: that of the column, not of a getter, and null if it has none. A date that reads as
 * null is sorted by what is stored.
 */
export function sortValue(row: Row, field: FieldMetadata): unknown {
  const { name } = field;
  return sortedPart(field, storedValue(row, name) ?? noDateIn(row, name) ?? null);
}

function storedValue(row: Row, name: string): unknown {
  if (row instanceof SelectedRow) return row.stored(name);
  return isModelInstance(row) ? row.dataValues[name] : row.get(name);
}

function noDateIn(row: Row, name: string): NoDate | undefined {
  if (row instanceof SelectedRow) return row.noDate(name);
  return row instanceof LinkedRow ? noDateIn(row.rowOf(name), name) : noDateOf(row, name);
}
