import type { EntityMetadata } from '../metadata';
import { classifyDatabaseError, type EntityKey, type EntityStore } from '../persistence';
import type { Changes } from './changes';
import { ReferenceNotFoundError } from './errors';
import type { PlacedChanges } from './placed-changes';

type Path = readonly (string | number)[];

/**
 * Runs a write, and when the database refuses a foreign key, looks for the one that refers to nothing: databases
 * do not all say which it was.
 *
 * @throws ReferenceNotFoundError in place of the database's error
 */
export async function namingMissingReference<T>(
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
  { values, children }: Changes,
  path: Path,
  cause: unknown,
): Promise<void> {
  for (const [foreignKey, target] of referredBy(store, entity)) {
    const key = values[foreignKey] as EntityKey | null | undefined;
    if (key === undefined || key === null || (await store.findByPrimaryKey(target, key))) continue;
    throw new ReferenceNotFoundError([...path, foreignKey], target, key, { cause });
  }
  for (const [{ property, target }, elements] of children) {
    for (const [index, element] of elements.entries()) {
      await verifyReferences(store, target, element, [...path, property, index], cause);
    }
  }
}

/** Foreign keys of an entity: those of its to-one fields, and those by which it is a child of others. */
function referredBy({ registry }: EntityStore, entity: EntityMetadata): Map<string, EntityMetadata> {
  const referred = new Map<string, EntityMetadata>();
  for (const { foreignKey, target } of entity.references.values()) referred.set(foreignKey, target);
  for (const owner of registry.entities) {
    for (const { target, foreignKey } of owner.collections.values()) {
      if (target === entity && foreignKey !== undefined) referred.set(foreignKey, owner);
    }
  }
  return referred;
}
