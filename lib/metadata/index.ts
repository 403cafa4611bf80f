export { Hidden, ReadOnly, WriteOnly } from './decorators/access';
export { Action } from './decorators/action';
export { AggregateRoot } from './decorators/aggregate-root';
export { Argument } from './decorators/argument';
export { Collection } from './decorators/collection';
export { Computed, type ComputedDecorator } from './decorators/computed';
export { Constraint, type ConstraintDecorator } from './decorators/constraint';
export { Duration, type DurationDecorator } from './decorators/duration';
export { EntityKey } from './decorators/entity-key';
export type { FieldDecorator } from './decorators/field-decorator';
export { Invariant, type InvariantDecorator } from './decorators/invariant';
export { Large } from './decorators/large';
export { One } from './decorators/one';
export { RenamedFrom } from './decorators/renamed-from';
export { Searchable } from './decorators/searchable';
export { deletionMarkOf, isRestorable, RESTORE } from './deletion-mark';
export { METADATA_ERROR_CODES, MetadataError, type MetadataErrorCode } from './errors';
export { everyField } from './every-field';
export { isRouted } from './is-routed';
export { type Author, collectMistakes, ModelMistakes } from './model-mistakes';
export type { NamedCollection, NamedEntity, NamedInvariant } from './named';
export { defaultRegistry, MetadataRegistry } from './registry';
export {
  ACTION_OPTIONS,
  type ActionDeclaration,
  type ActionMetadata,
  type ActionOptions,
  type ActionParameter,
  type ArgumentFault,
  type ArgumentOptions,
  type ArgumentSchema,
  type ArgumentSource,
  type ReturnedType,
  type ValueType,
} from './types/actions';
export type {
  AggregateMetadata,
  AggregateRootOptions,
  ConcurrencyMode,
  IdempotencyMode,
  InvariantDeclaration,
  InvariantMetadata,
  InvariantOptions,
} from './types/aggregates';
export { AGGREGATE_ROOT_OPTIONS, CONCURRENCY_MODES, IDEMPOTENCY_MODES } from './types/aggregates';
export {
  type AssociationScope,
  COLLECTION_OPTIONS,
  type CollectionDescription,
  type CollectionOptions,
  type DeleteRule,
  ONE_OPTIONS,
  type OneOptions,
  type ReferenceDescription,
} from './types/associations';
export type { Annotations, DomainClass, Exposure } from './types/domain-class';
export type {
  CollectionMetadata,
  CollectionPath,
  EntityDescription,
  EntityMetadata,
  EntityReader,
  ReferenceMetadata,
} from './types/entities';
export {
  type ComputedDeclaration,
  type ComputedDescription,
  type ComputedOptions,
  type EntityKeyOptions,
  type FieldAccess,
  type FieldDescription,
  type FieldMetadata,
  type FieldOrigin,
  type LargeOptions,
  type RenamedFromOptions,
  type RenamedMember,
  SEARCHABLE_OPTIONS,
  type SearchableOptions,
} from './types/fields';
export { unsuitedKeyType } from './verify-key-types';
export { versionFieldOf } from './version-field';
export { inWordsOfDescribeModel } from './words-of-describe-model';
