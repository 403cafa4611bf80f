import { type CollectionMetadata, deletionMarkOf, type EntityMetadata } from '../../metadata';
import { ruleFor } from '../models/delete-rules';
import type { Row } from './row';

/** Whether children are soft-deleted and restored with their parent. */
export function isDeletedWithParent(collection: CollectionMetadata): boolean {
  const { kind, owner, target } = collection;
  const areSoftDeleted = deletionMarkOf(owner) !== undefined && deletionMarkOf(target) !== undefined;
  return kind !== 'manyToMany' && areSoftDeleted && ruleFor(collection) === 'cascade';
}

/** Whether two rows were deleted by the same delete, which gives all its rows the same time. */
export function isDeletedWith(other: MarkedRow, row: MarkedRow): boolean {
  const time = deletedAtMs(row);
  return time !== undefined && time === deletedAtMs(other);
}

/** The children that are not deleted, or were deleted with their parent. `deletedAt` must have been read. */
export function livingOrDeletedWith(
  parent: MarkedRow,
  children: readonly Row[],
  { target }: CollectionMetadata,
): Row[] {
  const marked = children.map((row) => ({ entity: target, row }));
  return marked
    .filter((child) => deletedAtMs(child) === undefined || isDeletedWith(parent, child))
    .map(({ row }) => row);
}

/** A row with its class. */
export interface MarkedRow {
  readonly entity: EntityMetadata;
  readonly row: Row;
}

/** The time of the deletion in milliseconds; undefined for a row that is not deleted. */
function deletedAtMs({ entity, row }: MarkedRow): number | undefined {
  const mark = deletionMarkOf(entity);
  const value = mark && row.get(mark.name);
  return value === null || value === undefined ? undefined : new Date(value as string | Date).getTime();
}
