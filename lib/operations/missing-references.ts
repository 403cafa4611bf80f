import type { EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  type EntityKey,
  type EntityStore,
  foreignKeysOf,
  matchesAnyScope,
} from '../persistence';
import type { Changes } from './changes';
import { ReferenceNotFoundError } from './errors';
import { type PlacedChanges, stepTo } from './placed-changes';

type Path = readonly (string | number)[];

/**
 * Runs a write. If the database rejects a foreign key, finds out which one refers to no row, since not all databases say
 * so.
 *
 * @throws ReferenceNotFoundError in place of the database's error
 */
export async function reportingMissingReferences<T>(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const fault = classifyDatabaseError(error);
    if (fault?.kind !== 'reference' || fault.isTarget) throw error;
    for (const { changes, path } of placed) await verifyReferences(store, entity, changes, path, error);
    throw error;
  }
}

async function verifyReferences(
  store: EntityStore,
  entity: EntityMetadata,
  { values, children, asNew }: Changes,
  path: Path,
  cause: unknown,
): Promise<void> {
  for (const foreignKey of foreignKeysOf(entity, store.registry.entities)) {
    const { field, target } = foreignKey;
    const key = values[field] as EntityKey | null | undefined;
    if (key === undefined || key === null || !matchesAnyScope(foreignKey.scopes, values)) continue;
    if (await store.findReferred(foreignKey, key)) continue;
    throw new ReferenceNotFoundError([...path, field], target, key, { cause });
  }
  for (const [collection, elements] of children) {
    for (const [index, element] of elements.entries()) {
      await verifyReferences(store, collection.target, element, [...path, ...stepTo(collection, index)], cause);
    }
  }
  if (asNew) await verifyReferences(store, entity, asNew.changes, path, cause);
}
