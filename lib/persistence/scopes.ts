import type { CollectionPath, EntityMetadata } from '../metadata';
import type { Criteria } from './criteria';

/** Which rows there are for one who asks. */
export interface Scopes {
  /** What a row of the class must meet to be there, all of it; empty where all rows are. */
  of(entity: EntityMetadata): readonly Criteria[];
  /**
   * The ways down to a class that is no root itself, each from the root that holds it: a row is there when its root
   * is, also where something else leads to it. Only one-to-many collections hold their elements.
   */
  pathsTo(entity: EntityMetadata): readonly CollectionPath[];
}

/** For work that nobody asks for from outside. */
export const ALL_ROWS: Scopes = { of: () => [], pathsTo: () => [] };

/** Whether there may be rows of the class that are not there for who asks. */
export function isScoped(entity: EntityMetadata, scopes: Scopes): boolean {
  return [entity, ...scopes.pathsTo(entity).map(([first]) => first!.owner)].some((one) => scopes.of(one).length > 0);
}
