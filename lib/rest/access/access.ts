import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import type { Denial, SecureEntry } from '../../security';

/** The rights of one request on the parts of the model, beside those that its route has checked already. */
export interface Access {
  /** Whether nothing is secured at all, so that everything is permitted. */
  readonly isOpen: boolean;
  /** {@link referredBy} */
  referredBy(entity: EntityMetadata, field: FieldMetadata): readonly EntityMetadata[];
  /** Whether the request has all permissions that the entries ask for. */
  permits(entries: readonly SecureEntry[]): boolean;
  /** @returns undefined where it is permitted; parameters as for `demand` */
  denial(entries: readonly SecureEntry[], what: string): Denial | undefined;
  /**
   * @param what the part of the request that needs them, for the message: `The parameter "include"`
   * @throws UnauthorizedException, ForbiddenException
   */
  demand(entries: readonly SecureEntry[], what: string): void;
  /** The readable fields of each class, kept as long as the access itself. */
  readonly selections: KeptSelections;
}

/** By class. */
export interface KeptSelections {
  /** Of the entities that a path leads to; in a collection whose join table says more of them, by that. */
  readonly shown: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** Of an entity that is no element of a list, by the same. */
  readonly alone: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** Of the entities that domain code hands out. */
  readonly returned: Map<EntityMetadata, Selection>;
}

export function keptSelections(): KeptSelections {
  return { shown: new Map(), alone: new Map(), returned: new Map() };
}

/** Of a model that carries no `@Secure`, and of the application's own code. */
export function openAccess(): Access {
  return {
    isOpen: true,
    referredBy: () => [],
    permits: () => true,
    denial: () => undefined,
    demand: () => undefined,
    selections: keptSelections(),
  };
}
