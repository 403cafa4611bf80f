import type { EntityMetadata } from '../../metadata';
import { countOf, type Entity } from '../../persistence';
import { keyOf } from './shown-values';

/** Of one byte. No test stores the parents that a larger column has keys for. */
const MOST_KEYS = 255;

/** The entities that were stored because others require them as parents. */
export class RequiredEntities {
  readonly #keys = new Map<EntityMetadata, Set<string>>();
  readonly #last = new Map<EntityMetadata, Entity>();

  add(entity: EntityMetadata, stored: Entity): void {
    const keys = this.#keys.get(entity) ?? new Set();
    this.#keys.set(entity, keys.add(String(keyOf(entity, stored))));
    this.#last.set(entity, stored);
  }

  /** The last one of a class, if most of the keys that its column can hold have been used. */
  async reusable(entity: EntityMetadata): Promise<Entity | undefined> {
    const last = this.#last.get(entity);
    const { type } = entity.primaryKey;
    if (!last || type.kind !== 'integer' || type.max > MOST_KEYS) return undefined;
    return (await countOf(entity)) > Number(type.max) / 2 ? last : undefined;
  }

  clear(): void {
    this.#keys.clear();
    this.#last.clear();
  }

  /** The elements of a list, as JSON, that are not among them. */
  without<T extends object>(entity: EntityMetadata, list: readonly T[]): readonly T[] {
    const keys = this.#keys.get(entity);
    if (!keys) return list;
    return list.filter((element) => !keys.has(String((element as Record<string, unknown>)[entity.key.wireName])));
  }
}
