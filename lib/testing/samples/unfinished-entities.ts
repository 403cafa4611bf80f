import type { EntityMetadata } from '../../metadata';
import type { Entity } from '../../persistence';

/** Gives a stored entity the parent that was missing when it was stored. */
type Completion = (parent: Entity) => Promise<unknown>;

/**
 * The classes of the entities that are being created, each required as a parent by the one before it. A chain that
 * requires itself, as a store that needs a manager of its own staff, is stored in two steps: the last entity without a
 * valid foreign key, which is set when the first one has been stored.
 */
export class UnfinishedEntities {
  readonly #completions = new Map<EntityMetadata, Completion[]>();

  includes(entity: EntityMetadata): boolean {
    return this.#completions.has(entity);
  }

  begin(entity: EntityMetadata): void {
    this.#completions.set(entity, []);
  }

  /** @param complete  is called when an entity of the class, which is being created, has been stored */
  await(entity: EntityMetadata, complete: Completion): void {
    this.#completions.get(entity)!.push(complete);
  }

  async end(entity: EntityMetadata, stored: Entity): Promise<void> {
    const completions = this.#completions.get(entity)!;
    this.#completions.delete(entity);
    for (const complete of completions) await complete(stored);
  }
}
