import type { AggregateMetadata, CollectionPath, EntityMetadata } from '../metadata';
import type { Entity } from './domain-model';
import type { FieldValues } from './field-values';
import { holderCriteria } from './holder-criteria';
import { holdingPaths, rootsOf } from './membership';
import { selectEntities } from './select-entities';

/** Roots of one aggregate that are locked because something that they hold changes. */
export interface LockedRoots {
  readonly aggregate: AggregateMetadata;
  readonly roots: readonly Entity[];
}

/**
 * Locks the roots of all aggregates that hold the given rows, or would hold rows with the given values, aggregate by
 * aggregate in the order of the primary keys.
 *
 * @param except a way from a root to the rows that is left out
 */
export async function lockHoldersOf(
  entity: EntityMetadata,
  rows: readonly FieldValues[],
  aggregates: readonly AggregateMetadata[],
  except?: CollectionPath,
): Promise<LockedRoots[]> {
  const locked: LockedRoots[] = [];
  for (const holding of holdingPaths(entity, aggregates)) {
    if (holding.path === except) continue;
    const criteria = holderCriteria(holding, rows);
    if (!criteria) continue;
    const roots = await selectEntities(holding.aggregate.root, rootsOf(holding.path, criteria), { lock: true });
    if (roots.length > 0) locked.push({ aggregate: holding.aggregate, roots });
  }
  return locked;
}
