import type { ContentAdapter, ContentWalk, Request } from '../core';
import type { CollectionMetadata, DomainClass, EntityMetadata } from '../metadata';
import { type Entity, unsavedEntity } from '../persistence';
import type { Domain } from './chain/domain';
import { withoutUnreadableValues } from './chain/hide-unreadable-values';
import { isMergePatch } from './chain/read-content';
import { entitiesWithLoaded, returnedContent } from './chain/returned-content';
import { readChangesSync } from './payload/read-changes';
import { renamedContent } from './renames/renamed-content';

/**
 * Reads and writes domain entities in hand-written resource methods: `request.getContentAs(Order)` returns an unsaved
 * order from a payload that is validated like that of a create, and a returned order is written like in generated routes.
 *
 * @see Specification, "Custom routes and resource overriding"
 */
export class EntityAdapter implements ContentAdapter {
  readonly isFallback = true;

  constructor(
    private readonly domain: Domain,
    private readonly maxItems: number,
  ) {}

  canRead(type: unknown): boolean {
    return this.#entity(type) !== undefined;
  }

  /** @throws InvalidEntityError with all violations, except those of the model's validators, which run on save */
  read(type: unknown, content: unknown, request: Request): Entity {
    const entity = this.#entity(type)!;
    const collection = this.#collectionOf(entity);
    const access = this.domain.rights.accessOf(request);
    const place = { root: collection?.owner ?? entity, collections: collection ? [collection] : [] };
    const entityContext = { maxItems: this.maxItems, isUnsaved: true, isMergePatch: isMergePatch(request), access };
    const write = { kind: 'create', ...place, ...entityContext } as const;
    try {
      const payload = renamedContent(entity, content, collection, new Set());
      return unsavedEntity(entity, readChangesSync(entity, payload, write));
    } catch (error) {
      throw withoutUnreadableValues(error, this.domain.registry, [entity], access);
    }
  }

  /** True for any value, because it may contain entities. */
  canWrite(): boolean {
    return true;
  }

  write(value: object, request: Request): unknown {
    return this.#walk(request).write(value);
  }

  writeExtensions(extensions: object, request: Request): object {
    return this.#walk(request).write(extensions, true) as object;
  }

  #walk(request: Request): ContentWalk {
    const { registry } = this.domain;
    return returnedContent(registry, entitiesWithLoaded, this.domain.rights.accessOf(request));
  }

  #entity(type: unknown): EntityMetadata | undefined {
    return this.domain.registry.entity(type as DomainClass);
  }

  /** The collection of a child, whose foreign key is not part of the payload. */
  #collectionOf(entity: EntityMetadata): CollectionMetadata | undefined {
    if (entity.isRoot) return undefined;
    const collections = this.domain.registry.entities.flatMap((owner) => [...owner.collections.values()]);
    return collections.find(({ target, kind }) => target === entity && kind !== 'manyToMany');
  }
}
