import type { EntityMetadata, MetadataRegistry } from '../../metadata';
import { type DomainModel, type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { hasHooksAfterInsert, hasHooksAfterUpdate, hasInsertHooks, hasUpdateHooks } from '../models/write-hooks';
import { entityOf } from '../reads/entity-of';
import { type EntityKey, entityAt, type Place } from '../reads/place';
import type { Retrieval } from '../reads/retrieval';
import { ALL_ROWS, isScoped, type Scopes } from '../reads/scopes';
import { ownScopeConditions } from '../reads/search-criteria';
import { versionFieldOf } from '../sequelize/model-class';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { currentUnit, type UnitOfWork } from '../unit-of-work/unit-of-work';
import type { ClassReferences } from './class-references';
import { holdBeforeInsert } from './early-invariants';
import { areInScope, isScopeDecidable } from './new-rows-in-scope';
import type { ReadBack } from './read-back';
import { RowLocks } from './row-locks';
import { ROWS_PER_STATEMENT } from './send-rows';
import { deleteInOneStatement, isDeletedPlainly } from './single-statement-delete';
import { type WatchedTables, watchedTablesOf } from './watched-tables';
import { withoutBytes } from './without-bytes';
import { writingCode } from './writing-code';

const NO_CONDITIONS: readonly string[] = [];

/** The parts of an application that decide whether one statement is enough. */
interface Dependencies {
  readonly dataSource: { readonly sequelize: DomainSequelize; readonly readBack: ReadBack };
  readonly registry: MetadataRegistry;
  readonly scopes: Scopes;
  readonly retrieval: Retrieval;
  readonly references: ClassReferences;
  /** Runs a write, and checks the rows that it has written as far as that takes reading them. */
  readonly checked: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Writes of roots by one statement, which is a transaction by itself: no lock and no query is needed. Hooks before the
 * statement may send others, with which it is a transaction.
 */
export class SingleStatementWrites {
  constructor(private readonly dependencies: Dependencies) {}

  /** Runs work that sends one such statement; it is retried like a unit of work. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.dependencies.dataSource.sequelize.statement(work);
  }

  /** {@link run} for work that sends an INSERT, with the hooks before it. */
  create<T>(entity: EntityMetadata, work: () => Promise<T>): Promise<T> {
    const { sequelize } = this.dependencies.dataSource;
    return sequelize.statement(() => {
      if (this.#hasChecks(entity)) return this.#createChecked(entity, work);
      return hasInsertHooks(modelOf(entity.type)) ? sequelize.soloUnit(work) : work();
    });
  }

  /** Sends the UPDATE of {@link run}, with the hooks before it. */
  update<T>(entity: EntityMetadata, work: () => Promise<T>): Promise<T> {
    return hasUpdateHooks(modelOf(entity.type)) ? this.dependencies.dataSource.sequelize.soloUnit(work) : work();
  }

  /** Whether the rows of a class have to be checked against a scope or invariants. */
  #hasChecks(entity: EntityMetadata): boolean {
    return entity.hasInvariants || isScoped(entity, this.dependencies.scopes);
  }

  /** Sends an INSERT alone if its values show that nothing is wrong; otherwise the stored rows are checked before COMMIT. */
  #createChecked<T>(entity: EntityMetadata, work: () => Promise<T>): Promise<T> {
    const { dataSource, checked } = this.dependencies;
    return dataSource.sequelize.soloUnit(() => {
      const unit = currentUnit(dataSource.sequelize)!;
      unit.acceptsAlone = (model, rows) => model === modelOf(entity.type) && this.#areAccepted(unit, entity, rows);
      return checked(work);
    });
  }

  #areAccepted(unit: UnitOfWork, entity: EntityMetadata, rows: readonly FieldValues[]): boolean | Promise<boolean> {
    const { dataSource, scopes } = this.dependencies;
    const { storedAsWritten } = dataSource.readBack;
    const inserted = new Map([[modelOf(entity.type), rows]]);
    if (isScoped(entity, scopes) && !areInScope(entity, { scopes, inserted, storedAsWritten })) return false;
    const { newAggregates } = this.#watched;
    const aggregate = entity.hasInvariants ? this.#watched.aggregateOf(entity) : undefined;
    return aggregate === undefined || holdBeforeInsert(unit, aggregate, rows, newAggregates);
  }

  get #watched(): WatchedTables {
    return watchedTablesOf(this.dependencies.dataSource.sequelize);
  }

  /** Whether `count` entities at the place are created by one INSERT. */
  mayCreate(place: Place, count: number): boolean {
    const entity = entityAt(place);
    const model = modelOf(entity.type);
    // Rows are read again in the transaction of the write.
    if (this.dependencies.dataSource.readBack.afterCreate.has(entity)) return false;
    if (this.#hasChecks(entity) && !this.#mayCheckBefore(entity)) return false;
    const isOne = count === 1 || (this.dependencies.dataSource.sequelize.hasReturning && count <= ROWS_PER_STATEMENT);
    const isLast = !hasHooksAfterInsert(model) && this.#isSentAlone(model);
    return isOne && isLast && this.#isAlone(place);
  }

  /** Whether the values of new roots may show that they are in scope, and that their invariants hold. */
  #mayCheckBefore(entity: EntityMetadata): boolean {
    const { dataSource, scopes } = this.dependencies;
    if (currentUnit(dataSource.sequelize) || !dataSource.readBack.storedAsWritten.has(entity)) return false;
    if (!isScopeDecidable(entity, scopes)) return false;
    if (!entity.hasInvariants) return true;
    const { newAggregates } = this.#watched;
    const aggregate = this.#watched.aggregateOf(entity);
    return aggregate !== undefined && newAggregates.areKnown(aggregate) && newAggregates.areEarly(aggregate);
  }

  /** Whether an entity at the place is updated by one UPDATE, with the version that was read as its condition. */
  mayUpdate(place: Place): boolean {
    const entity = entityAt(place);
    const model = modelOf(entity.type);
    const isVersioned = versionFieldOf(model) !== undefined && !currentUnit(this.dependencies.dataSource.sequelize);
    if (entity.hasInvariants || this.dependencies.dataSource.readBack.afterUpdate.has(entity)) return false;
    const isLast = !hasHooksAfterUpdate(model) && this.#isSentAlone(model);
    // An update out of the principal's scope can be rejected in a transaction only.
    return isVersioned && isLast && this.#isAlone(place) && !isScoped(entity, this.dependencies.scopes);
  }

  /** Whether no domain code is known to send other statements with a write of the class. */
  #isSentAlone(model: DomainModel): boolean {
    const { hookStatements } = this.dependencies.dataSource.sequelize;
    return !writingCode(model).isSavedByItself && !hookStatements.isSending(model);
  }

  /** Reads the entity of such an update; it is not locked. */
  async read(place: Place, key: EntityKey, isWithoutBytes: boolean): Promise<Entity | undefined> {
    const selection = isWithoutBytes ? withoutBytes(entityAt(place)) : undefined;
    const [row] = await this.dependencies.retrieval.find(place, [key], { selection });
    return row && entityOf(entityAt(place), row);
  }

  /** Whether an entity at the place is deleted by one DELETE, with the absence of children as its condition. */
  mayDelete(place: Place): boolean {
    const { dataSource, registry } = this.dependencies;
    if (currentUnit(dataSource.sequelize) || place.path.length > 0) return false;
    const entity = entityAt(place);
    if (RowLocks.of(registry).owningRootsOf(entity).length > 0) return false;
    const scope = this.#scopeOf(entity);
    return scope !== undefined && isDeletedPlainly(entity, registry.entities, scope);
  }

  /** {@link deleteInOneStatement} */
  delete(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const { entities } = this.dependencies.registry;
    return this.run(() => deleteInOneStatement(entity, entities, key, this.#scopeOf(entity)!));
  }

  /** The conditions on the rows that the principal may delete. */
  #scopeOf(entity: EntityMetadata): readonly string[] | undefined {
    const { scopes } = this.dependencies;
    return scopes === ALL_ROWS ? NO_CONDITIONS : ownScopeConditions(entity, scopes);
  }

  /** Whether no other row has to be locked, and no foreign key looked up: the database checks all of them. */
  #isAlone({ path, aggregate: { root } }: Place): boolean {
    if (path.length > 0) return false;
    const { isOwned, lookedUp } = this.dependencies.references.of(root);
    return !isOwned && lookedUp.length === 0;
  }
}
