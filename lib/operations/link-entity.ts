import type { CollectionMetadata } from '../metadata';
import { type Entity, type EntityStore, InvalidEntityError } from '../persistence';
import type { Changes } from './changes';

/**
 * Links an entity that is there to a parent, and updates it where the payload has more than its key.
 *
 * @throws InvalidEntityError when there is no such entity
 */
export async function linkEntity(
  store: EntityStore,
  collection: CollectionMetadata,
  parent: Entity,
  { linked, values }: Changes,
): Promise<Entity> {
  const { target } = collection;
  const entity = await store.findByKey(target, linked!);
  if (!entity) {
    const message = `names no ${target.name} that is there`;
    throw new InvalidEntityError([{ path: [target.key.name], message, invalidValue: linked }]);
  }
  await store.update(target, entity, values);
  await store.link(collection, parent, [entity]);
  return entity;
}
