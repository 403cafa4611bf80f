export { Hidden, ReadOnly, WriteOnly } from './decorators/access';
export { Action } from './decorators/action';
export { AggregateRoot } from './decorators/aggregate-root';
export { Argument } from './decorators/argument';
export { Collection } from './decorators/collection';
export { Computed } from './decorators/computed';
export { Constraint } from './decorators/constraint';
export { Duration } from './decorators/duration';
export { EntityKey } from './decorators/entity-key';
export { Invariant } from './decorators/invariant';
export { Large } from './decorators/large';
export { One } from './decorators/one';
export { RenamedFrom } from './decorators/renamed-from';
export { Searchable } from './decorators/searchable';
export { deletionMarkOf, isRestorable, RESTORE } from './deletion-mark';
export { METADATA_ERROR_CODES, MetadataError, type MetadataErrorCode } from './errors';
export { everyField } from './every-field';
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
  ComputedDeclaration,
  ComputedDescription,
  ComputedOptions,
  ConcurrencyUse,
  DeleteRule,
  DomainClass,
  EntityDescription,
  EntityMetadata,
  EntityReader,
  Exposure,
  FieldAccess,
  FieldDescription,
  FieldMetadata,
  FieldOrigin,
  IdempotencyUse,
  InvariantDeclaration,
  InvariantMetadata,
  InvariantOptions,
  LargeOptions,
  OneOptions,
  ReferenceDescription,
  ReferenceMetadata,
  RenamedFromOptions,
  RenamedMember,
  ReturnedContent,
  ReturnedType,
  SearchableOptions,
  ValueType,
} from './types';
export { CONCURRENCY_USES, IDEMPOTENCY_USES } from './types';
export { versionFieldOf } from './version-field';
