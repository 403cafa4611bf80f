import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';

/** The fields and associations to load and show, nested by association. */
export interface Selection {
  readonly entity: EntityMetadata;
  /** In the order of the response. */
  readonly fields: readonly FieldMetadata[];
  readonly references: ReadonlyMap<ReferenceMetadata, Selection>;
  readonly collections: ReadonlyMap<CollectionMetadata, Selection>;
  /** Whether children that were deleted with their parent are shown too. */
  readonly withDeleted?: boolean;
}
