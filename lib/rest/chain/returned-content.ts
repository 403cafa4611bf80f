import { ContentCycleError, ContentWalk, type Substitute } from '../../core';
import type { CollectionMetadata, DomainClass, EntityMetadata, MetadataRegistry } from '../../metadata';
import { type EntityTree, leaf } from '../../operations';
import { type Entity, isModelInstance, type Selection, saysOwnJson } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation } from '../access/reading';
import { defaultSelection, readableSelection } from '../selection/build-selection';
import { represent } from './representation';

/** The representation of an entity that domain code returns: with members beside those of its class, or not. */
type Shown = (entity: EntityMetadata, value: Entity, selection: Selection, access: Access) => unknown;

/** The entity alone, as in responses of actions. */
export const entitiesAlone: Shown = (_entity, value, selection) => represent(leaf(value), selection);

/** With the collections that the method has loaded, as far as they are for reading. */
export const entitiesWithLoaded: Shown = (entity, value, selection, access) => {
  const tree = treeOf(entity, value, new Map());
  return represent(tree, loadedSelection(selection, [tree], access));
};

/**
 * Makes plain content of what domain code has returned: entities by the rules of generated routes, wherever they are
 * in it, and all else as the core does.
 */
export function returnedContent(registry: MetadataRegistry, shown: Shown, access: Access): ContentWalk {
  return new ContentWalk((value): Substitute | undefined => {
    if (!isModelInstance(value)) return undefined;
    const entity = entityOf(registry, value);
    if (entity) {
      const selection = readableSelection(registry, entity, access);
      return { content: shown(entity, value, selection, access), isWritten: true };
    }
    // A model that is no part of the domain, as that of a join table, may hold entities that are.
    return saysOwnJson(value.constructor) ? undefined : { content: value.get(), isWritten: false };
  });
}

/** An instance of a subclass is shown as one of the class that the domain knows. */
function entityOf(registry: MetadataRegistry, value: object): EntityMetadata | undefined {
  let type: unknown = value.constructor;
  while (typeof type === 'function') {
    const entity = registry.entity(type as DomainClass);
    if (entity) return entity;
    type = Object.getPrototypeOf(type);
  }
  return undefined;
}

/** @param way the entities above, each with the property that leads to it */
function treeOf({ collections }: EntityMetadata, entity: Entity, way: Map<Entity, string>, name = ''): EntityTree {
  if (way.has(entity)) throw new ContentCycleError([...way.values(), name]);
  way.set(entity, name);
  const children = new Map<CollectionMetadata, readonly EntityTree[]>();
  for (const collection of collections.values()) {
    const loaded = loadedIn(collection, entity.get(collection.property));
    if (collection.isHidden || !collection.exposure.read || !loaded) continue;
    children.set(
      collection,
      loaded.map((child: Entity) => treeOf(collection.target, child, way, collection.property)),
    );
  }
  way.delete(entity);
  return children.size === 0 ? leaf(entity) : { entity, children, references: new Map() };
}

/** Undefined where the method has loaded nothing; of a single child, null says that there is none. */
function loadedIn({ kind }: CollectionMetadata, value: unknown): readonly Entity[] | undefined {
  if (kind !== 'oneToOne') return Array.isArray(value) ? value : undefined;
  if (value === null) return [];
  return isModelInstance(value) ? [value] : undefined;
}

/** The default of each class, and the collections that are loaded, as far as the request may read them. */
function loadedSelection(selection: Selection, trees: readonly EntityTree[], access: Access): Selection {
  const collections = new Map(selection.collections);
  for (const collection of new Set(trees.flatMap(({ children }) => [...children.keys()]))) {
    if (!access.permits(readingAssociation(collection))) continue;
    const below = trees.flatMap(({ children }) => children.get(collection) ?? []);
    collections.set(collection, loadedSelection(defaultSelection(collection.target, access), below, access));
  }
  return { ...selection, collections };
}
