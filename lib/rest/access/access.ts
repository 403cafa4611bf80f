import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import type { Denial, SecureEntry } from '../../security';

/** The rights of one request on the parts of the model; its route has been authorized already. */
export interface Access {
  /** Whether nothing is secured at all, so that everything is permitted. */
  readonly isOpen: boolean;
  /** The classes whose entities the field refers to: see `referredBy` in `model-rights.ts`. */
  referredBy(entity: EntityMetadata, field: FieldMetadata): readonly EntityMetadata[];
  /** Whether the request has all permissions that the entries require. */
  permits(entries: readonly SecureEntry[]): boolean;
  /** @returns undefined where it is permitted; parameters as for `demand` */
  denial(entries: readonly SecureEntry[], what: string): Denial | undefined;
  /**
   * @param what the part of the request that needs them, for the message: `The parameter "include"`
   * @throws UnauthorizedException, ForbiddenException
   */
  demand(entries: readonly SecureEntry[], what: string): void;
  /** Default selections, cached as long as the access itself. */
  readonly selections: SelectionCaches;
}

export interface SelectionCaches {
  /** For lists: by class, or by collection where the join table has fields of its own. */
  readonly listed: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** For an entity that is shown alone, by the same. */
  readonly single: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** For the entities that domain code returns. */
  readonly returned: Map<EntityMetadata, Selection>;
}

export function newSelectionCaches(): SelectionCaches {
  return { listed: new Map(), single: new Map(), returned: new Map() };
}

/** The access to a model without `@Secure`, and that of the application's own code. */
export function openAccess(): Access {
  return {
    isOpen: true,
    referredBy: () => [],
    permits: () => true,
    denial: () => undefined,
    demand: () => undefined,
    selections: newSelectionCaches(),
  };
}
