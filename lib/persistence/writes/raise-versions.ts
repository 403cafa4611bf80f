import type { EntityMetadata } from '../../metadata';
import type { Entity } from '../models/domain-model';
import { raiseVersion } from './raised-version';
import type { LockedRoots } from './row-locks';
import { touchRoots } from './touched-roots';

/** Raises the version of rows by one, in one statement; the invariants of roots are checked before COMMIT. */
export async function raiseVersions(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  await raiseVersion(entity, rows);
  if (entity.isRoot && rows.length > 0) touchRoots(entity, rows);
}

/** {@link raiseVersions} for all roots of changed entities. */
export async function raiseVersionsOf(owningRoots: readonly LockedRoots[]): Promise<void> {
  for (const { aggregate, roots } of owningRoots) await raiseVersions(aggregate.root, roots);
}
