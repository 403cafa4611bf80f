import type { CollectionPath, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { SecureEntry } from '../../security';
import type { Violation } from '../../values';
import type { Access } from '../access/access';
import type { WriteKind } from '../access/writable';

/** What a payload is read for. */
export interface Write {
  readonly kind: WriteKind;
  /** Of the aggregate that is written. */
  readonly root: EntityMetadata;
  /** From the root down to where the entity is written: the key of its parent need not be named. */
  readonly collections: CollectionPath;
  /** Elements of all arrays together, times the ids, at most. */
  readonly maxItems: number;
  /** How many ids the path has, each of which the payload is for; one when absent. */
  readonly ids?: number;
  /** Whether the entity stays in memory for now, so that it cannot link those that are stored. */
  readonly isUnsaved?: boolean;
  /** Whether it is one payload that is read as a list of one: messages do not count it. */
  readonly isSingle?: boolean;
  /** What the request may write and read. */
  readonly access: Access;
}

/** Where in a payload an entity is read, and what for. */
export interface Position {
  readonly path: readonly (string | number)[];
  readonly kind: WriteKind;
  /** From the root down to the collection that the entity is written in; empty for a root. */
  readonly collections: CollectionPath;
  /** Whether it is an element of its parent's payload. */
  readonly isNested?: boolean;
  /** Whether the array that it stands in is all that its collection has then: to be named there changes nothing. */
  readonly isReplacing?: boolean;
  /** What it takes to change a field, besides what the field asks for. */
  readonly changing?: readonly SecureEntry[];
}

/** The parts of {@link Changes} while they are gathered; lists and maps are made when the first thing enters them. */
export interface ChangesDraft extends Position {
  readonly entity: EntityMetadata;
  /** Whether its key names an entity, in place of being a value. */
  readonly isNamed: boolean;
  readonly values: Record<string, unknown>;
  expectations: Changes['expectations'];
  children: Changes['children'];
  key?: EntityKey;
  /** Fields whose value is wrong, as it was sent. */
  refused: ReadonlyMap<string, unknown>;
  asNew?: Changes['asNew'];
  link?: LinkDraft;
  linking?: Changes['linking'];
  replacing?: Changes['replacing'];
  removal?: Changes['removal'];
  violationsOf?: Changes['violationsOf'];
}

/** {@link Changes.link} while it is gathered. */
export interface LinkDraft {
  readonly values: Record<string, unknown>;
  expectations: Changes['expectations'];
  missing: readonly Violation[];
}

const NO_EXPECTATIONS: Changes['expectations'] = [];
const NO_CHILDREN: Changes['children'] = new Map();
const NONE_REFUSED: ChangesDraft['refused'] = new Map();

export function newDraft(entity: EntityMetadata, position: Position, isNamed: boolean): ChangesDraft {
  const { path, kind, collections, isNested, changing } = position;
  const nothing = { expectations: NO_EXPECTATIONS, children: NO_CHILDREN, refused: NONE_REFUSED };
  return { path, kind, collections, isNested, changing, isNamed, entity, values: {}, ...nothing };
}

export function markRefused(draft: ChangesDraft, { name }: FieldMetadata, json: unknown): void {
  draft.refused = new Map(draft.refused).set(name, json);
}
