import type { CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { EntityKey } from '../../persistence';
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
  readonly isAlone?: boolean;
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
  /** Whether its key names an entity, in place of being a value. */
  readonly isNamed?: boolean;
}

/** The parts of {@link Changes} while they are gathered. */
export interface ChangesDraft extends Position {
  readonly entity: EntityMetadata;
  readonly values: Record<string, unknown>;
  readonly expectations: Changes['expectations'][number][];
  readonly children: Map<CollectionMetadata, readonly Changes[]>;
  key?: EntityKey;
  /** Fields whose value is wrong, as it was sent. */
  readonly refused: Map<string, unknown>;
  asNew?: Changes['asNew'];
  violationsOf?: Changes['violationsOf'];
}
