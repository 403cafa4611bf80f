import type { ContentAdapter, Request } from '../core';
import type { CollectionMetadata, DomainClass, EntityMetadata } from '../metadata';
import { type EntityTree, leaf } from '../operations';
import { type Entity, type EntityStore, type Selection, unsavedEntity } from '../persistence';
import { type Access, accessOf } from './access/access';
import { readingAssociation } from './access/reading';
import { withheld } from './access/withheld';
import { readChangesAlone } from './payload/read-changes';
import { represent } from './representation';
import { defaultSelection, readableSelection } from './selection/build-selection';

/**
 * Domain entities in hand-written resource methods: `request.getContentAs(Order)` is an unsaved order from a payload
 * that passed the rules of a create; a returned order is written as generated routes write it.
 *
 * @see Specification, "Custom routes and resource overriding"
 */
export class EntityAdapter implements ContentAdapter {
  constructor(
    private readonly store: EntityStore,
    private readonly maxItems: number,
  ) {}

  reads(type: unknown): boolean {
    return this.#entity(type) !== undefined;
  }

  /** @throws InvalidEntityError with all violations; the model's own validators speak when the entity is saved */
  read(type: unknown, content: unknown, request: Request): Entity {
    const entity = this.#entity(type)!;
    const holder = this.#holderOf(entity);
    const access = accessOf(request, this.store.registry);
    const place = { root: holder?.owner ?? entity, collections: holder ? [holder] : [] };
    const write = { kind: 'create', ...place, maxItems: this.maxItems, isUnsaved: true, access } as const;
    try {
      return unsavedEntity(entity, readChangesAlone(entity, content, write));
    } catch (error) {
      throw withheld(error, this.store.registry, [entity], access);
    }
  }

  /** Also a plain object with entities in it: their own `toJSON` would show what is hidden. */
  writes(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (this.#entity(value.constructor)) return true;
    return isPlain(value) && Object.values(value).some((inner) => this.writes(inner));
  }

  write(value: unknown, request: Request): unknown {
    return this.#written(value, accessOf(request, this.store.registry));
  }

  #written(value: unknown, access: Access): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const entity = this.#entity(value.constructor);
    if (entity) {
      const tree = treeOf(entity, value as Entity);
      return represent(tree, loadedSelection(readableSelection(this.store.registry, entity, access), [tree], access));
    }
    if (Array.isArray(value)) return value.map((inner) => this.#written(inner, access));
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#written(inner, access)]));
  }

  #entity(type: unknown): EntityMetadata | undefined {
    return this.store.registry.entity(type as DomainClass);
  }

  /** A child is read without its parent's key, which the method knows from the path. */
  #holderOf(entity: EntityMetadata): CollectionMetadata | undefined {
    if (entity.isRoot) return undefined;
    const collections = this.store.registry.entities.flatMap((owner) => [...owner.collections.values()]);
    return collections.find(({ target, kind }) => target === entity && kind === 'oneToMany');
  }
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** With the collections that the method has loaded, as far as they are for reading. */
function treeOf({ collections }: EntityMetadata, entity: Entity): EntityTree {
  const children = new Map<CollectionMetadata, readonly EntityTree[]>();
  for (const collection of collections.values()) {
    const loaded = entity.get(collection.property) as unknown;
    if (collection.isHidden || !collection.exposure.read || !Array.isArray(loaded)) continue;
    children.set(
      collection,
      loaded.map((child: Entity) => treeOf(collection.target, child)),
    );
  }
  return children.size === 0 ? leaf(entity) : { entity, children, references: new Map() };
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
