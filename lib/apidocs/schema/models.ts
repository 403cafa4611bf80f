import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** Returns references to the models of an entity; a model is added on its first use. */
export interface Models {
  /** The longest array that a payload may have. */
  readonly maxItems: number;
  /** The entity in a response. */
  response(entity: EntityMetadata): JsonSchema;
  /** The members of the entity that `include` or `exclude` select. */
  part(entity: EntityMetadata): JsonSchema;
  /** The key of the entity. */
  key(entity: EntityMetadata): JsonSchema;
  /** @param collection  that the entity is created in: the foreign key to the parent is not part of the payload */
  create(entity: EntityMetadata, collection?: CollectionMetadata): JsonSchema;
  update(entity: EntityMetadata): JsonSchema;
  /** An element of a many-to-many collection that is linked, not created. */
  link(entity: EntityMetadata): JsonSchema;
}
