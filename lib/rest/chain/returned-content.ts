import { ContentWalk, type Substitute, UnwritableContentError } from '../../core';
import type { CollectionMetadata, DomainClass, EntityMetadata, MetadataRegistry } from '../../metadata';
import { type EntityTree, leaf } from '../../operations';
import { type Entity, hasOwnToJson, isModelInstance, type Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation } from '../access/reading';
import { defaultSelection, readableSelection } from '../selection/default-selection';
import { represent } from './representation';

/** Represents an entity that domain code has returned. */
type EntityWriter = (entity: EntityMetadata, value: Entity, selection: Selection, access: Access) => unknown;

/** Without collections, as in responses of actions. */
export const entitiesAlone: EntityWriter = (_entity, value, selection) => represent(leaf(value), selection);

/** With the collections that the method has loaded, as far as the request may read them. */
export const entitiesWithLoaded: EntityWriter = (entity, value, selection, access) => {
  const tree = treeOf(entity, value, new Map());
  return represent(tree, loadedSelection(selection, [tree], access));
};

/**
 * Converts the return value of domain code to plain content: entities anywhere in it by the rules of generated routes,
 * everything else as the core does.
 */
export function returnedContent(registry: MetadataRegistry, writeEntity: EntityWriter, access: Access): ContentWalk {
  return new ContentWalk((value): Substitute | undefined => {
    if (!isModelInstance(value)) return undefined;
    const entity = entityOf(registry, value);
    if (entity) {
      const selection = readableSelection(registry, entity, access);
      return { content: writeEntity(entity, value, selection, access), isWritten: true };
    }
    // A model outside the domain, such as that of a join table, may contain entities of the domain.
    return hasOwnToJson(value.constructor) ? undefined : { content: value.get(), isWritten: false };
  });
}

/** The entity of the nearest known superclass. */
function entityOf(registry: MetadataRegistry, value: object): EntityMetadata | undefined {
  let type: unknown = value.constructor;
  while (typeof type === 'function') {
    const entity = registry.entity(type as DomainClass);
    if (entity) return entity;
    type = Object.getPrototypeOf(type);
  }
  return undefined;
}

/** @param ancestors the entities above, each with the property that leads to it */
function treeOf(
  { collections }: EntityMetadata,
  entity: Entity,
  ancestors: Map<Entity, string>,
  name = '',
): EntityTree {
  if (ancestors.has(entity)) throw new UnwritableContentError('cycle', [...ancestors.values(), name].slice(1));
  ancestors.set(entity, name);
  const children = new Map<CollectionMetadata, readonly EntityTree[]>();
  for (const collection of collections.values()) {
    const loaded = loadedIn(collection, entity.get(collection.property));
    if (collection.isHidden || !collection.exposure.read || !loaded) continue;
    children.set(
      collection,
      loaded.map((child: Entity) => treeOf(collection.target, child, ancestors, collection.property)),
    );
  }
  ancestors.delete(entity);
  return children.size === 0 ? leaf(entity) : { entity, children, references: new Map() };
}

/** The loaded elements; undefined if the collection is not loaded. A loaded single child of null is an empty list. */
function loadedIn({ kind }: CollectionMetadata, value: unknown): readonly Entity[] | undefined {
  if (kind !== 'oneToOne') return Array.isArray(value) ? value : undefined;
  if (value === null) return [];
  return isModelInstance(value) ? [value] : undefined;
}

/** The default selection of each class, with the loaded collections that the request may read. */
function loadedSelection(selection: Selection, trees: readonly EntityTree[], access: Access): Selection {
  const collections = new Map(selection.collections);
  for (const collection of new Set(trees.flatMap(({ children }) => [...children.keys()]))) {
    if (!access.permits(readingAssociation(collection))) continue;
    const below = trees.flatMap(({ children }) => children.get(collection) ?? []);
    collections.set(collection, loadedSelection(defaultSelection(collection.target, access), below, access));
  }
  return { ...selection, collections };
}
