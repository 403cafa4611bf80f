import type { CollectionMetadata } from '../metadata';
import { type Entity, type EntityStore, InvalidEntityError } from '../persistence';
import type { PlacedChild } from './placed-changes';
import { verifyMerged } from './verify-merged';

/**
 * Finds the entity that a payload links, and updates it where the payload has more than its key.
 *
 * @throws InvalidEntityError when there is no such entity
 */
export async function linkEntity(
  store: EntityStore,
  { target }: CollectionMetadata,
  { changes, path }: PlacedChild,
): Promise<Entity> {
  const entity = await store.findByKey(target, changes.key!);
  if (entity) {
    verifyMerged(entity, changes, path);
    await store.update(target, entity, changes.values);
    return entity;
  }
  const message = `names no ${target.name} that is there`;
  throw new InvalidEntityError([{ path: [...path, target.key.name], message, invalidValue: changes.key }]);
}
