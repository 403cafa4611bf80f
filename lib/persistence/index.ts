// The association decorators under the names of the specification.

export { BelongsTo as ManyToOne, BelongsToMany as ManyToMany, HasMany as OneToMany } from 'sequelize-typescript';
export { BaseDomain, type EntityId, NotOneError, type Ref } from './base-domain';
export { DataSource } from './data-source';
export type { DataSourceConfiguration } from './data-source-configuration';
export { withoutPassword } from './database-url';
export { EntityStore } from './entity-store';
export {
  CommitOutcomeUnknownError,
  OutOfScopeError,
  PERSISTENCE_ERROR_CODES,
  PersistenceError,
  UnitOfWorkEndedError,
} from './errors';
export { childKey, meetsAny, referredKey } from './models/association';
export {
  type Entity,
  type FieldValues,
  hasTable,
  isModel,
  isModelInstance,
  type StoredRow,
} from './models/domain-model';
export { argumentsOf, passes, type Validators, validatorsOf } from './models/field-validators';
export { foreignKeysOf } from './models/foreign-keys';
export { saysOwnJson } from './models/own-json';
export type { Referrer } from './models/referrers';
export { PROVIDER_PROPERTIES, propertyName, SCHEMA_MODES } from './provider-properties';
export type { Comparison, Criteria, Operator, Page, Search, SearchStep, SortKey } from './reads/criteria';
export type { JoinedChildren } from './reads/joined-children';
export type { RowWithChildren } from './reads/joined-statement';
export { collectionAt, type EntityKey, entityAt, type Place } from './reads/place';
export { Retrieval } from './reads/retrieval';
export { type Row, SelectedRow } from './reads/row';
export type { Scopes } from './reads/scopes';
export type { Selection } from './reads/selection';
export { ScopedStore } from './scoped-store';
export { DatabaseRates } from './stores/database-rates';
export { DatabaseRoles } from './stores/database-roles';
export { DatabaseSessions } from './stores/database-sessions';
export { classifyDatabaseError, DatabaseErrorBase, type DatabaseFault } from './unit-of-work/database-faults';
export { isSameRow, rowOf, watchLoaded } from './unit-of-work/loaded-entities';
export type { DeletingStore } from './writes/deleting-store';
export type { Held } from './writes/holding-ways';
export { link, linksBetween, unlink } from './writes/join-rows';
export { hasValidators, modelViolations, withDefaults } from './writes/model-violations';
export { raiseVersionsOf } from './writes/raise-versions';
export { withoutSecret } from './writes/refused-values';
export type { LockedRoots, LockedRows, RowKeys } from './writes/row-locks';
export { entityOf } from './writes/stored-entity';
export { unsavedEntity } from './writes/unsaved-entity';
export { hasInsertCode, isFilledByHooks, refreshEntities } from './writes/write-entities';
