import {
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  InvalidEntityError,
  type Place,
  type Violation,
} from '../persistence';
import type { Changes } from './changes';
import { namingMissingReference } from './missing-reference';
import { type Finding, lockEntities, raiseVersions } from './resolve-path';

/**
 * Applies one payload to every entity that the keys resolve to: all of them, or none.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the updated entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ReferenceNotFoundError when a foreign key refers to nothing
 * @throws InvalidEntityError when the payload would change what it may only repeat, or the model refuses a value
 * @see Specification, "Generated CRUD routes": PUT `/<resource>/{ids}`
 */
export async function updateEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  changes: Changes,
  { mustFindAll = false }: Finding = {},
): Promise<readonly Entity[]> {
  return namingMissingReference(store, entityAt(place), [{ changes, path: [] }], () =>
    store.unitOfWork(async () => {
      const { entities, holders } = await lockEntities(store, place, keys, { mustFindAll, changes: changes.values });
      let hasChanged = false;
      for (const entity of entities) {
        verifyRepeated(entity, place, changes);
        hasChanged = (await store.update(entityAt(place), entity, changes.values)) || hasChanged;
      }
      if (hasChanged) await raiseVersions(store, holders);
      return entities;
    }),
  );
}

function verifyRepeated(entity: Entity, place: Place, { expectations, values }: Changes): void {
  const changed = expectations.filter(({ field, isMetBy }) => !isMetBy(entity.get(field)));
  const violations: Violation[] = changed.map(({ field, given }) => ({
    path: [field],
    message: 'cannot be changed',
    invalidValue: given,
  }));
  const foreignKey = collectionAt(place)?.foreignKey;
  if (
    foreignKey !== undefined &&
    foreignKey in values &&
    String(values[foreignKey]) !== String(entity.get(foreignKey))
  ) {
    const message = 'cannot be changed: a child stays with its parent';
    violations.push({ path: [foreignKey], message, invalidValue: values[foreignKey] });
  }
  if (violations.length > 0) throw new InvalidEntityError(violations);
}
