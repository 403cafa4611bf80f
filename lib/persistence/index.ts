export { describeModel } from './adoption/describe-model';
export type {
  DescribedAction,
  DomainClassDecorator,
  DomainMemberDecorator,
  ModelDescription,
} from './adoption/model-description';
export { authorOf } from './adoption/plain-model';
export { ManyToMany, ManyToOne, OneToMany, OneToOne } from './association-decorators';
export { BaseDomain, type EntityId, NotOneError, type Ref } from './base-domain';
export type { PoolState } from './connection/pool-state';
export { TLS_MODES, type TlsMode, type TlsSettings } from './connection/tls-mode';
export { DataSource } from './data-source';
export type { DataSourceConfiguration, MigrationSettings } from './data-source-configuration';
export { parseDatabaseUrl, withoutPassword } from './database-url';
export type { Dialect, MigrationDialect } from './dialects/dialect';
export { EntityStore } from './entity-store';
export {
  CommitOutcomeUnknownError,
  ComputedFieldError,
  InvariantMethodError,
  InvariantViolatedError,
  type InvariantViolation,
  KeyInUseError,
  LargeValueChangedError,
  OutOfScopeError,
  PERSISTENCE_ERROR_CODES,
  PersistenceError,
  type PersistenceErrorCode,
  SeveralChildrenError,
  StatementTooLongError,
  UnitOfWorkEndedError,
} from './errors';
export type { MigrationContext, MigrationRows } from './migrations/migration-files';
export type { FromModelsOptions, WrittenMigration } from './migrations/migration-from-models';
export type { RanMigration } from './migrations/migrations';
export { sqlFileOf } from './migrations/sql-file';
export type { UnfinishedMigration } from './migrations/unfinished-migration';
export { childKey, matchesAnyScope, referredKey } from './models/association';
export type { CriteriaOf } from './models/criteria-of';
export { ruleFor } from './models/delete-rules';
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
export type { Referrer } from './models/referrers';
export { fieldTypeOfSql } from './models/sql-types';
export { NoDate } from './models/stored-values';
export { type UniqueIndex, uniqueIndexesOf } from './models/unique-indexes';
export { hasOwnToJson } from './models/verify-to-json';
export { IMPLICIT_NAMING_KEY, knownStrategy, namingProblem } from './naming-strategy';
export { unitOfWork } from './open-databases';
export { PROVIDER_PROPERTIES, propertyName, SCHEMA_MODES } from './provider-properties';
export { codeOnReads, codeRunOnFinds, hasGetter } from './reads/code-run-on-reads';
export { computedJson, computedValue } from './reads/computed-values';
export type { Alternatives, Comparison, Criteria, Operator, Page, Search, SearchStep, SortKey } from './reads/criteria';
export type { DeletedRows } from './reads/deleted-rows';
export { isDeletedWithParent } from './reads/deleted-with-parent';
export { entityOf } from './reads/entity-of';
export type { JoinedChildren } from './reads/joined-children';
export type { RowWithChildren } from './reads/joined-statement';
export { sortBySeveral } from './reads/keyset';
export { type LargeValue, PIECE_BYTES } from './reads/large-value';
export { linksBetween } from './reads/links-between';
export { type LocatedRow, locateRows } from './reads/locate-rows';
export type { PathRow } from './reads/path-rows';
export { collectionAt, type EntityKey, entityAt, type Place, type WantedKeys } from './reads/place';
export { Retrieval } from './reads/retrieval';
export { stateNameAt } from './reads/root-version';
export { type Row, SelectedRow } from './reads/row';
export type { Scopes } from './reads/scopes';
export type { Selection } from './reads/selection';
export { sortValue } from './reads/sort-value';
export { sortedBy } from './reads/sorted-by';
export { EXAMINED_ROWS, type InvalidDates, invalidDates } from './schema/invalid-dates';
export { type Difference, placeOf } from './schema/shapes/difference';
export { type UnindexedColumn, unindexedColumns } from './schema/unindexed-columns';
export { ScopedStore } from './scoped-store';
export type { StatementDescriptions } from './statements/described-statement';
export { recordedReads } from './statements/recorded-reads';
export { DatabaseIdempotencyKeys, type KeptResponse } from './stores/database-idempotency-keys';
export { DatabaseRates } from './stores/database-rates';
export { DatabaseRoles } from './stores/database-roles';
export { DatabaseSessions } from './stores/database-sessions';
export type { DatabaseTagKey } from './stores/database-tag-key';
export type { ColumnShape, ForeignKeyShape, TableShape } from './tables/table-shape';
export { createPrivateDatabase, type PrivateDatabase, type TestDatabase } from './testing/private-database';
export { removeLinks } from './testing/remove-links';
export { RowSnapshot } from './testing/row-snapshot';
export { countOf, isStored, rowsOf } from './testing/stored-rows';
export { watchStatements } from './testing/watch-statements';
export { withLaterKeys } from './testing/with-later-keys';
export { afterCommit } from './unit-of-work/after-commit';
export {
  classifyDatabaseError,
  DatabaseErrorBase,
  type DatabaseFault,
  isUnreachable,
} from './unit-of-work/database-faults';
export type { Journal } from './unit-of-work/journal';
export { isSameRow, markChangedInPlace, rowOf, watchLoaded } from './unit-of-work/loaded-entities';
export type { IsolationLevel, UnitOfWorkOptions } from './unit-of-work/unit-options';
export type { PlacedRow, WrittenRows } from './unit-of-work/written-rows';
export { atPath } from './writes/at-path';
export type { DeletingStore } from './writes/deleting-store';
export { valueToPatch } from './writes/entity-values';
export { followVersion, incrementVersionsOf } from './writes/increment-versions';
export { link, relink, unlink } from './writes/join-rows';
export { hasValidators, modelViolations, withDefaults } from './writes/model-violations';
export { readAgain } from './writes/read-again';
export type { RestoredRows, RestoringStore } from './writes/restoring-store';
export type { MemberRows } from './writes/root-queries';
export type { LockedRoots, LockedRows, RowKeys } from './writes/row-locks';
export { touchRoots } from './writes/touched-roots';
export { unsavedEntity } from './writes/unsaved-entity';
export { changedRow, treeViolationsOf } from './writes/verify-trees';
export { withoutSecret } from './writes/with-violations';
export { hasInsertCode, hasWritingCode, isFilledByHooks } from './writes/write-entities';
