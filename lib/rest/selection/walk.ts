import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';

export type Association = CollectionMetadata | ReferenceMetadata;

interface Step {
  readonly from: EntityMetadata;
  readonly association: Association;
}

/** Levels below the entity that is asked for. */
const DEEPEST = 10;

/**
 * The way from the entity that is asked for down to one level of the answer.
 *
 * No class is entered twice: circles would let an answer grow without end. A self-association may be followed
 * again and again, a many-to-many one once, since there each entity would come back under each of its neighbours.
 */
export class Walk {
  private constructor(
    readonly entity: EntityMetadata,
    private readonly steps: readonly Step[],
    /** That the entity is shown in. */
    readonly within?: CollectionMetadata,
  ) {}

  /** @param within the collection that the path leads to */
  static from(entity: EntityMetadata, within?: CollectionMetadata): Walk {
    return new Walk(entity, [], within);
  }

  /** What may be named at this level, by wire name. */
  get associations(): ReadonlyMap<string, Association> {
    const { collections, references } = this.entity;
    const shown = [...references.values(), ...collections.values()].filter(isVisibleAssociation);
    return new Map(shown.filter((one) => this.#mayFollow(one)).map((one) => [one.wireName, one]));
  }

  /** Whether the association is in the answer unasked: its class is new, or it is the first level of a self-association. */
  embeds(association: Association): boolean {
    return isCollection(association) && association.embed && !this.#isRepeated(association);
  }

  below(association: Association): Walk {
    const within = isCollection(association) ? association : undefined;
    return new Walk(association.target, [...this.steps, { from: this.entity, association }], within);
  }

  #mayFollow(association: Association): boolean {
    const { target } = association;
    if (this.steps.length >= DEEPEST) return false;
    if (target === this.entity) return this.#isOwnLineage(association);
    return this.steps.every(({ from }) => from !== target);
  }

  /** Nothing but this self-association was followed since its class was entered. */
  #isOwnLineage(association: Association): boolean {
    const isOther = this.steps.some((step) => step.from === this.entity && step.association !== association);
    const isManyToMany = isCollection(association) && association.kind === 'manyToMany';
    return !isOther && !(isManyToMany && this.#isRepeated(association));
  }

  #isRepeated(association: Association): boolean {
    return this.steps.some((step) => step.association === association);
  }
}

export function isCollection(association: Association): association is CollectionMetadata {
  return 'kind' in association;
}

export function isVisibleAssociation(association: Association): boolean {
  const isRead = isCollection(association) ? association.exposure.read : isReadableReference(association);
  return isRead && !association.isHidden;
}

/** Whether a client may go along it: it would tell the value of a foreign key that is only written. */
function isReadableReference({ owner, target, foreignKey }: ReferenceMetadata): boolean {
  return target.isReadable && owner.fields.get(foreignKey)!.access !== 'writeOnly';
}
