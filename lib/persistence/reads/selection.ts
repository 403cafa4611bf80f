import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';

/** The members of the entities of a class to load and show: a tree, one level for each association. */
export interface Selection {
  readonly entity: EntityMetadata;
  /** In the order shown. */
  readonly fields: readonly FieldMetadata[];
  readonly references: ReadonlyMap<ReferenceMetadata, Selection>;
  readonly collections: ReadonlyMap<CollectionMetadata, Selection>;
  /** Of children: whether those are shown, too, that were deleted with their parent. */
  readonly withDeleted?: boolean;
}
