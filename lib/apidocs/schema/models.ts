import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** The models of an application as schemas refer to them. */
export interface Models {
  /** Of an array in a payload. */
  readonly maxItems: number;
  /** What a response shows of an entity. */
  response(entity: EntityMetadata): JsonSchema;
  /** What is left of it where `include` or `exclude` leave fields out. */
  part(entity: EntityMetadata): JsonSchema;
  /** What names it in paths. */
  key(entity: EntityMetadata): JsonSchema;
  /** @param collection in which it is created, so that the key of its parent need not be named */
  create(entity: EntityMetadata, collection?: CollectionMetadata): JsonSchema;
  update(entity: EntityMetadata): JsonSchema;
  /** An element of a many-to-many collection that is linked, not created. */
  link(entity: EntityMetadata): JsonSchema;
}
