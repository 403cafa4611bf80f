import type { CollectionPath, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { SecureEntry } from '../../security';
import type { Violation } from '../../values';
import type { Access } from '../access/access';
import type { WriteKind } from '../access/writable';

/** The write that a payload is read for, the same for all its parts. */
export interface WriteContext {
  readonly kind: WriteKind;
  /** The root of the aggregate that is written. */
  readonly root: EntityMetadata;
  /** From the root down to the collection that is written; empty for the root. */
  readonly collections: CollectionPath;
  /** The limit of `bulk.maxItems`: the elements of all arrays together, times the number of ids. */
  readonly maxItems: number;
  /** The number of ids in the path; the payload applies to each. One when absent. */
  readonly ids?: number;
  /** Whether the entity is not saved yet, so that it cannot be linked to stored ones. */
  readonly isUnsaved?: boolean;
  /** Whether the list of payloads has been made from one payload: messages leave out its index. */
  readonly isSingle?: boolean;
  /** Whether the payload is a merge patch: objects merge into JSON columns, and arrays replace collections. */
  readonly isMergePatch?: boolean;
  /** The rights of the request. */
  readonly access: Access;
}

/** Whether the payload inserts the root of the aggregate. */
export function isRootNew({ kind, collections }: Pick<WriteContext, 'kind' | 'collections'>): boolean {
  return kind === 'create' && collections.length === 0;
}

/** Where in a payload an entity is read, and for which kind of write. */
export interface Position {
  readonly path: readonly (string | number)[];
  readonly kind: WriteKind;
  /** From the root down to the collection that the entity is in; empty for a root. */
  readonly collections: CollectionPath;
  /** Whether the entity is an element of its parent's payload. */
  readonly isNested?: boolean;
  /** Whether the entity is an element of an array that replaces its collection. */
  readonly isReplacing?: boolean;
  /** Permissions that any change needs in addition to those of the field. */
  readonly changing?: readonly SecureEntry[];
}

/** {@link Changes} while they are read; lists and maps are created with their first element. */
export interface ChangesDraft extends Position {
  readonly entity: EntityMetadata;
  /** Whether the key in the payload identifies an existing entity; if not, it is the value of a field. */
  readonly isNamed: boolean;
  readonly values: Record<string, unknown>;
  merging?: Changes['merging'];
  expectations: Changes['expectations'];
  expanded?: Changes['expanded'];
  children: Changes['children'];
  key?: EntityKey;
  /** The fields whose values were rejected, with those values. */
  invalid: ReadonlyMap<string, unknown>;
  asNew?: Changes['asNew'];
  link?: LinkDraft;
  linking?: Changes['linking'];
  replacing?: Changes['replacing'];
  removal?: Changes['removal'];
  violationsOf?: Changes['violationsOf'];
}

/** {@link Changes.link} while it is read. */
export interface LinkDraft {
  readonly values: Record<string, unknown>;
  merging?: Changes['merging'];
  expectations: Changes['expectations'];
  missing: readonly Violation[];
}

const NO_EXPECTATIONS: Changes['expectations'] = [];
const NO_CHILDREN: Changes['children'] = new Map();
const NONE_INVALID: ChangesDraft['invalid'] = new Map();

export function newDraft(entity: EntityMetadata, position: Position, isNamed: boolean): ChangesDraft {
  const { path, kind, collections, isNested, changing } = position;
  const empty = { expectations: NO_EXPECTATIONS, children: NO_CHILDREN, invalid: NONE_INVALID };
  return { path, kind, collections, isNested, changing, isNamed, entity, values: {}, ...empty };
}

export function markInvalid(draft: ChangesDraft, { name }: FieldMetadata, value: unknown): void {
  draft.invalid = new Map(draft.invalid).set(name, value);
}
