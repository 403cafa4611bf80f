import type { CollectionMetadata, ReferenceMetadata } from '../metadata';
import type { Row, StoredRow } from '../persistence';

/** An entity, or its row, with those of its children, and of the entities it refers to, that a response shows. */
export interface EntityTree<T extends Row = StoredRow> {
  readonly entity: T;
  readonly children: ReadonlyMap<CollectionMetadata, readonly EntityTree<T>[]>;
  /** Undefined where the entity refers to none. */
  readonly references: ReadonlyMap<ReferenceMetadata, EntityTree<T> | undefined>;
}

/** As responses show it. */
export type RowTree = EntityTree<Row>;

const NONE = new Map<never, never>();

export function leaf<T extends Row>(entity: T): EntityTree<T> {
  return { entity, children: NONE, references: NONE };
}
