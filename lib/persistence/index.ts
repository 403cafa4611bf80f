// The association decorators under the names of the specification.
export { BelongsTo as ManyToOne, BelongsToMany as ManyToMany, HasMany as OneToMany } from 'sequelize-typescript';
export { childKey, meetsAny, referredKey } from './association';
export { BaseDomain, type EntityId, NotOneError, type Ref } from './base-domain';
export type { Comparison, Criteria, Operator, Page, Search, SearchStep, SortKey } from './criteria';
export { DataSource, type DataSourceOptions } from './data-source';
export type { DataSourceConfiguration } from './data-source-configuration';
export { classifyDatabaseError, DatabaseErrorBase, type DatabaseFault } from './database-faults';
export { DatabaseRates } from './database-rates';
export { DatabaseRoles } from './database-roles';
export { DatabaseSessions } from './database-sessions';
export { withoutPassword } from './database-url';
export type { DeletingStore } from './deleting-store';
export { type Entity, hasTable, isModel, isModelInstance } from './domain-model';
export { EntityStore } from './entity-store';
export {
  CommitOutcomeUnknownError,
  OutOfScopeError,
  PERSISTENCE_ERROR_CODES,
  PersistenceError,
  type PersistenceErrorCode,
  UnitOfWorkEndedError,
} from './errors';
export type { FieldValues } from './field-values';
export { foreignKeysOf } from './foreign-keys';
export type { Held } from './holding-ways';
export { keyLimit } from './limits/key-limit';
export { limitOf } from './limits/limit-of';
export { isSameRow, rowOf, watchLoaded } from './loaded-entities';
export { modelViolations, withDefaults } from './model-violations';
export { saysOwnJson } from './own-json';
export { collectionAt, type EntityKey, entityAt, type Place } from './place';
export { SCHEMA_MODES } from './provider-properties';
export type { Referrer } from './referrers';
export { withoutSecret } from './refused-values';
export type { LockedRoots, LockedRows, RowKeys } from './row-locks';
export { ScopedStore } from './scoped-store';
export type { Scopes } from './scopes';
export type { Selection } from './selection';
export { type UnsavedTree, unsavedEntity } from './unsaved-entity';
export { below, distinct, InvalidEntityError, type Violation } from './violations';
