import type { ContentAdapter, ContentWalk, Request } from '../core';
import type { CollectionMetadata, DomainClass, EntityMetadata } from '../metadata';
import { type Entity, unsavedEntity } from '../persistence';
import type { Domain } from './chain/domain';
import { withoutUnreadableValues } from './chain/hide-unreadable-values';
import { entitiesWithLoaded, returnedContent } from './chain/returned-content';
import { readChangesSync } from './payload/read-changes';
import { renamedContent } from './renames/renamed-content';

/**
 * Domain entities in hand-written resource methods: `request.getContentAs(Order)` is an unsaved order from a payload
 * that passed the rules of a create; a returned order is written as generated routes write it.
 *
 * @see Specification, "Custom routes and resource overriding"
 */
export class EntityAdapter implements ContentAdapter {
  readonly isLast = true;

  constructor(
    private readonly domain: Domain,
    private readonly maxItems: number,
  ) {}

  reads(type: unknown): boolean {
    return this.#entity(type) !== undefined;
  }

  /** @throws InvalidEntityError with all violations; the model's own validators speak when the entity is saved */
  read(type: unknown, content: unknown, request: Request): Entity {
    const entity = this.#entity(type)!;
    const holder = this.#holderOf(entity);
    const access = this.domain.rights.accessOf(request);
    const place = { root: holder?.owner ?? entity, collections: holder ? [holder] : [] };
    const write = { kind: 'create', ...place, maxItems: this.maxItems, isUnsaved: true, access } as const;
    try {
      return unsavedEntity(entity, readChangesSync(entity, renamedContent(entity, content, holder, new Set()), write));
    } catch (error) {
      throw withoutUnreadableValues(error, this.domain.registry, [entity], access);
    }
  }

  /** Any other value, which may contain entities. */
  writes(): boolean {
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

  /** A child is read without its parent's key, which the method knows from the path. */
  #holderOf(entity: EntityMetadata): CollectionMetadata | undefined {
    if (entity.isRoot) return undefined;
    const collections = this.domain.registry.entities.flatMap((owner) => [...owner.collections.values()]);
    return collections.find(({ target, kind }) => target === entity && kind !== 'manyToMany');
  }
}
