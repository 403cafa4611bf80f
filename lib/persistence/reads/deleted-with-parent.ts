import { type CollectionMetadata, deletionMarkOf, type EntityMetadata } from '../../metadata';
import { ruleFor } from '../models/delete-rules';
import type { Row } from './row';

/** Whether the children in a collection go with their parent when it is deleted softly, and come back with it. */
export function isDeletedWithParent(collection: CollectionMetadata): boolean {
  const { kind, owner, target } = collection;
  const areMarked = deletionMarkOf(owner) !== undefined && deletionMarkOf(target) !== undefined;
  return kind !== 'manyToMany' && areMarked && ruleFor(collection) === 'cascade';
}

/** Whether a row was deleted with another one: all rows that one delete marks have one time. */
export function isDeletedWith(other: MarkedRow, row: MarkedRow): boolean {
  const time = timeOf(row);
  return time !== undefined && time === timeOf(other);
}

/** Of those children that were read with their mark: the living, and those that were deleted with their parent. */
export function livingOrDeletedWith(
  parent: MarkedRow,
  children: readonly Row[],
  { target }: CollectionMetadata,
): Row[] {
  const marked = children.map((row) => ({ entity: target, row }));
  return marked.filter((child) => timeOf(child) === undefined || isDeletedWith(parent, child)).map(({ row }) => row);
}

/** A row with its class. */
export interface MarkedRow {
  readonly entity: EntityMetadata;
  readonly row: Row;
}

/** In milliseconds; undefined for a row that is there. */
function timeOf({ entity, row }: MarkedRow): number | undefined {
  const mark = deletionMarkOf(entity);
  const value = mark && row.get(mark.name);
  return value === null || value === undefined ? undefined : new Date(value as string | Date).getTime();
}
