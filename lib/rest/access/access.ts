import type { CollectionMetadata, CollectionPath, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import type { Denial, PlaceWrites, SecureEntry } from '../../security';

/** The rights of one request on the parts of the model; its route has been authorized already. */
export interface Access {
  /** Whether nothing is secured at all, so that everything is permitted. */
  readonly isOpen: boolean;
  /** The classes that the field refers to as a foreign key. */
  foreignKeyTargets(entity: EntityMetadata, field: FieldMetadata): readonly EntityMetadata[];
  /**
   * What the writes of a root, or of the elements of a collection, require.
   *
   * @param path from the root down; empty for the root itself
   */
  writesAt(root: EntityMetadata, path: CollectionPath): PlaceWrites;
  /** Whether the request has all permissions that the entries require. */
  permits(entries: readonly SecureEntry[]): boolean;
  /** The error that `require` would throw; undefined where the request has the permissions. */
  denial(entries: readonly SecureEntry[], what: string): Denial | undefined;
  /**
   * Requires the permissions of the entries.
   *
   * @param what the part of the request that requires them, as the subject of the message: `The parameter "include"`
   * @throws UnauthorizedException, ForbiddenException
   */
  require(entries: readonly SecureEntry[], what: string): void;
  /** The default selections for these rights. */
  readonly selections: SelectionCaches;
}

export interface SelectionCaches {
  /** For lists: by class, or by collection where the join table has fields of its own. */
  readonly listed: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** For single entities, by the same keys. */
  readonly single: Map<EntityMetadata | CollectionMetadata, Selection>;
  /** For the entities that domain code returns. */
  readonly returned: Map<EntityMetadata, Selection>;
}

export function newSelectionCaches(): SelectionCaches {
  return { listed: new Map(), single: new Map(), returned: new Map() };
}

const NOTHING: PlaceWrites = { inserting: [], POST: [], PUT: [], DELETE: [], unrestricted: new Set() };

/** The access to a model without `@Secure`, and that of the application's own code. */
export function openAccess(): Access {
  return {
    isOpen: true,
    foreignKeyTargets: () => [],
    writesAt: () => NOTHING,
    permits: () => true,
    denial: () => undefined,
    require: () => undefined,
    selections: newSelectionCaches(),
  };
}
