export { Hidden, ReadOnly, WriteOnly } from './decorators/access';
export { Action } from './decorators/action';
export { AggregateRoot } from './decorators/aggregate-root';
export { Argument } from './decorators/argument';
export { Collection } from './decorators/collection';
export { Constraint } from './decorators/constraint';
export { EntityKey } from './decorators/entity-key';
export { Searchable } from './decorators/searchable';
export { METADATA_ERROR_CODES, MetadataError, type MetadataErrorCode } from './errors';
export { gathering, ModelMistakes } from './model-mistakes';
export { defaultRegistry, MetadataRegistry } from './registry';
export type {
  ActionDeclaration,
  ActionMetadata,
  ActionOptions,
  ActionParameter,
  AggregateMetadata,
  AggregateRootOptions,
  Annotations,
  ArgumentOptions,
  ArgumentSchema,
  ArgumentSource,
  AssociationScope,
  CollectionDescription,
  CollectionMetadata,
  CollectionOptions,
  CollectionPath,
  DeleteRule,
  DomainClass,
  EntityDescription,
  EntityMetadata,
  EntityReader,
  Exposure,
  FieldDescription,
  FieldMetadata,
  FieldOrigin,
  ReferenceDescription,
  ReferenceMetadata,
  ReturnedContent,
  ReturnedType,
  SearchableOptions,
  ValueType,
} from './types';
