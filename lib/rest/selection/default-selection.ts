import type { CollectionMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';
import type { Changes } from '../../operations';
import type { Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingEntity } from '../access/reading';
import { AssociationPath } from './association-path';
import { buildSelection } from './build-selection';

/**
 * The default selection: the readable fields and the embedded collections.
 *
 * @param isSingle whether the entity is shown alone, not in a list: then its long texts are shown too
 * @param within   the collection that the entity is shown in
 */
export function defaultSelection(
  entity: EntityMetadata,
  access: Access,
  isSingle = false,
  within?: CollectionMetadata,
): Selection {
  const cache = isSingle ? access.selections.single : access.selections.listed;
  const key = within && within.joinFields.size > 0 ? within : entity;
  const cached = cache.get(key);
  if (cached) return cached;
  const selection = buildSelection(AssociationPath.from(entity, within), { hasDefaults: true, isSingle }, access);
  cache.set(key, selection);
  return selection;
}

/** The default selection of entities that domain code returns: the key alone where the class may not be read. */
export function readableSelection(registry: MetadataRegistry, entity: EntityMetadata, access: Access): Selection {
  const cached = access.selections.returned.get(entity);
  if (cached) return cached;
  const canRead = access.isOpen || access.permits(readingEntity(registry, entity));
  const selection = canRead ? defaultSelection(entity, access) : keySelection(entity);
  access.selections.returned.set(entity, selection);
  return selection;
}

/** The selection of an entity that may be written but not read. */
export function keySelection(entity: EntityMetadata): Selection {
  return { entity, fields: [entity.key], references: new Map(), collections: new Map() };
}

/** The selection of the response to a write: the default, and the collections in the payloads that may be read. */
export function withWrittenCollections(selection: Selection, payloads: readonly Changes[], access: Access): Selection {
  const written = new Set<CollectionMetadata>();
  for (const { children } of payloads) for (const collection of children.keys()) written.add(collection);
  if (written.size === 0) return selection;
  const collections = new Map(selection.collections);
  for (const collection of written) {
    if (!collection.exposure.read || !access.permits(readingAssociation(collection))) continue;
    const shown = collections.get(collection) ?? defaultSelection(collection.target, access, false, collection);
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    collections.set(collection, withWrittenCollections(shown, elements, access));
  }
  return { ...selection, collections };
}
