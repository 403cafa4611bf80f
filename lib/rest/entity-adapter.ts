import type { ContentAdapter } from '../core';
import type { CollectionMetadata, DomainClass, EntityMetadata } from '../metadata';
import { type EntityTree, leaf } from '../operations';
import { type Entity, type EntityStore, unsavedEntity } from '../persistence';
import { readChangesAlone } from './payload/read-changes';
import { represent } from './representation';

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
  read(type: unknown, content: unknown): Entity {
    const entity = this.#entity(type)!;
    const collection = this.#holderOf(entity);
    const write = { kind: 'create', collection, maxItems: this.maxItems, isUnsaved: true } as const;
    return unsavedEntity(entity, readChangesAlone(entity, content, write));
  }

  /** Also a plain object with entities in it: their own `toJSON` would show what is hidden. */
  writes(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (this.#entity(value.constructor)) return true;
    return isPlain(value) && Object.values(value).some((inner) => this.writes(inner));
  }

  write(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const entity = this.#entity(value.constructor);
    if (entity) return represent(entity, treeOf(entity, value as Entity));
    if (Array.isArray(value)) return value.map((inner) => this.write(inner));
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.write(inner)]));
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
