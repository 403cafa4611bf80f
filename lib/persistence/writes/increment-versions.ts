import type { EntityMetadata } from '../../metadata';
import type { Entity } from '../models/domain-model';
import { incrementVersion } from './incremented-version';
import type { LockedRoots } from './row-locks';
import { touchRoots } from './touched-roots';

/** Increments the version of rows by one, in one statement; the invariants of roots are checked before COMMIT. */
export async function incrementVersions(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  await incrementVersion(entity, rows);
  if (entity.isRoot && rows.length > 0) touchRoots(entity, rows);
}

/** {@link incrementVersions} for all roots of changed entities. */
export async function incrementVersionsOf(owningRoots: readonly LockedRoots[]): Promise<void> {
  for (const { aggregate, roots } of owningRoots) await incrementVersions(aggregate.root, roots);
}
