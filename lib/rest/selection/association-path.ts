import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type Association, isCollection, isVisibleAssociation } from './associations';

interface Step {
  readonly from: EntityMetadata;
  readonly association: Association;
}

/** Levels below the requested entity. */
const MAX_DEPTH = 10;

/**
 * The associations from the requested entity down to one level of the response.
 *
 * No class is entered twice: cycles would let a response grow without end. A self-association may be followed
 * repeatedly, a many-to-many one once, since each entity would come back under each of its neighbours.
 */
export class AssociationPath {
  private constructor(
    /** The class at the end of the path. */
    readonly entity: EntityMetadata,
    private readonly steps: readonly Step[],
    /** The collection that the entity is shown in. */
    readonly within?: CollectionMetadata,
  ) {}

  /** @param within the collection that the requested entity is in */
  static from(entity: EntityMetadata, within?: CollectionMetadata): AssociationPath {
    return new AssociationPath(entity, [], within);
  }

  /** The associations that may be named at this level, by wire name. */
  get associations(): ReadonlyMap<string, Association> {
    const byName = new Map<string, Association>();
    const { references, collections } = this.entity;
    for (const association of [...references.values(), ...collections.values()]) {
      if (isVisibleAssociation(association) && this.#mayFollow(association)) {
        byName.set(association.wireName, association);
      }
    }
    return byName;
  }

  /** Whether the association is shown by default. A self-association is embedded at its first level only. */
  embeds(association: Association): boolean {
    return isCollection(association) && association.embed && !this.#hasFollowed(association);
  }

  to(association: Association): AssociationPath {
    const within = isCollection(association) ? association : undefined;
    return new AssociationPath(association.target, [...this.steps, { from: this.entity, association }], within);
  }

  #mayFollow(association: Association): boolean {
    const { target } = association;
    if (this.steps.length >= MAX_DEPTH) return false;
    if (target === this.entity) return this.#mayRepeat(association);
    return this.steps.every(({ from }) => from !== target);
  }

  /** A self-association may be followed again as long as no other one of its class was. */
  #mayRepeat(association: Association): boolean {
    const isManyToMany = isCollection(association) && association.kind === 'manyToMany';
    if (isManyToMany && this.#hasFollowed(association)) return false;
    return !this.steps.some((step) => step.from === this.entity && step.association !== association);
  }

  #hasFollowed(association: Association): boolean {
    return this.steps.some((step) => step.association === association);
  }
}
