import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Criteria } from './criteria';

/** The rows that a caller has access to. */
export interface Scopes {
  /** The conditions on the rows of the class, joined by AND. */
  of(entity: EntityMetadata): readonly Criteria[];
  /**
   * The collections, at or below a root with a rule, whose elements are of a class that is not a root itself. A row is
   * accessible if its parent in each of them is; in a many-to-many collection one of its parents suffices. This holds on
   * whatever path the row is reached.
   */
  holding(entity: EntityMetadata): readonly CollectionMetadata[];
}

/** Access to all rows, for work that no request restricts. */
export const ALL_ROWS: Scopes = { of: () => [], holding: () => [] };

/** Whether the caller may lack access to some rows of the class. */
export function isScoped(entity: EntityMetadata, scopes: Scopes): boolean {
  if (scopes === ALL_ROWS) return false;
  const above = new Set([entity]);
  // The loop also visits elements that it adds.
  for (const ancestor of above) for (const { owner } of scopes.holding(ancestor)) above.add(owner);
  return [...above].some((ancestor) => scopes.of(ancestor).length > 0);
}
