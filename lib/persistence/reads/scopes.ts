import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Criteria } from './criteria';

/** Which rows there are for one who asks. */
export interface Scopes {
  /** The conditions on the rows of the class, all of which must hold; empty where there are none. */
  of(entity: EntityMetadata): readonly Criteria[];
  /**
   * The collections, at or below a root with a rule, that hold elements of a class which is no root itself. A row is
   * there when its parent in each of them is, or, where it has several in a many-to-many one, any of these; also where
   * something else leads to it.
   */
  holding(entity: EntityMetadata): readonly CollectionMetadata[];
}

/** For work that nobody asks for from outside. */
export const ALL_ROWS: Scopes = { of: () => [], holding: () => [] };

/** Whether there may be rows of the class that are not there for who asks. */
export function isScoped(entity: EntityMetadata, scopes: Scopes): boolean {
  if (scopes === ALL_ROWS) return false;
  const above = new Set([entity]);
  // Elements added during the loop are visited, too.
  for (const one of above) for (const { owner } of scopes.holding(one)) above.add(owner);
  return [...above].some((one) => scopes.of(one).length > 0);
}
