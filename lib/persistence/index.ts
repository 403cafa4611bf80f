// The association decorators under the names of the specification.
export { BelongsTo as ManyToOne, BelongsToMany as ManyToMany, HasMany as OneToMany } from 'sequelize-typescript';
export { BaseDomain, type EntityId, NotOneError, type Ref } from './base-domain';
export type { Comparison, Criteria, Operator, Page, Search, SearchStep, SortKey } from './criteria';
export { DataSource, type DataSourceOptions } from './data-source';
export type { DataSourceConfiguration } from './data-source-configuration';
export { classifyDatabaseError, DatabaseErrorBase, type DatabaseFault } from './database-faults';
export { type Entity, hasTable, isModel, isModelInstance } from './domain-model';
export { EntityStore, type FieldValues, type LockedRoots } from './entity-store';
export {
  CommitOutcomeUnknownError,
  PERSISTENCE_ERROR_CODES,
  PersistenceError,
  type PersistenceErrorCode,
  UnitOfWorkEndedError,
} from './errors';
export { isSameRow, watchLoaded } from './loaded-entities';
export { modelViolations, withDefaults } from './model-violations';
export { collectionAt, type EntityKey, entityAt, type Place } from './place';
export { SCHEMA_MODES } from './provider-properties';
export type { Selection } from './selection';
export { type UnsavedTree, unsavedEntity } from './unsaved-entity';
export { below, InvalidEntityError, type Violation } from './violations';
