import type { CollectionMetadata, ReferenceMetadata } from '../metadata';
import type { Row, StoredRow } from '../persistence';

/** An entity, or its row, with the children and references that a response shows. */
export interface EntityTree<T extends Row = StoredRow> {
  readonly entity: T;
  readonly children: ReadonlyMap<CollectionMetadata, readonly EntityTree<T>[]>;
  /** Undefined for a reference that is null. */
  readonly references: ReadonlyMap<ReferenceMetadata, EntityTree<T> | undefined>;
}

/** A tree of rows, for responses. */
export type RowTree = EntityTree<Row>;

const NONE = new Map<never, never>();

export function leaf<T extends Row>(entity: T): EntityTree<T> {
  return { entity, children: NONE, references: NONE };
}
