import type { Transaction } from 'sequelize';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, MetadataRegistry } from '../metadata';
import type { DataSource } from './data-source';
import { type Entity, type FieldValues, modelOf, type StoredRow } from './models/domain-model';
import { type ForeignKey, foreignKeysOf } from './models/foreign-keys';
import { hasInsertHooks } from './models/write-hooks';
import type { Criteria } from './reads/criteria';
import { childrenWithKeys, findInOrder, type KeyedEntities, linkableEntities } from './reads/keyed-entities';
import { keysAlone } from './reads/keys-alone';
import { parentAt } from './reads/members';
import { keyed } from './reads/membership';
import { type EntityKey, entityAt, type Place } from './reads/place';
import { Retrieval } from './reads/retrieval';
import { ALL_ROWS, type Scopes } from './reads/scopes';
import { selectEntities } from './reads/select-entities';
import type { Selection } from './reads/selection';
import { currentUnit } from './unit-of-work/unit-of-work';
import { DeletingStore } from './writes/deleting-store';
import { isOneInsert } from './writes/insert-planned';
import { type Link, type Links, link, linksBetween, unlink } from './writes/join-rows';
import { deleteAlone, isDeletedPlainly } from './writes/lone-delete';
import { raiseVersions } from './writes/raise-versions';
import { RowLocks } from './writes/row-locks';
import { entityOf } from './writes/stored-entity';
import { isSavedPlainly } from './writes/update-planned';
import { changedForeignKeys, isPartial, verifyReferences } from './writes/verify-references';
import { insertEntities, refreshEntities, updateEntity } from './writes/write-entities';

interface Reading {
  /** Whether the rows are locked, in the order of their primary keys. */
  readonly isLocking?: boolean;
  readonly criteria?: Criteria;
  /** What is needed of the entities; all when absent. */
  readonly selection?: Selection;
}

/**
 * Entities by place and key: what the operations ask of the database.
 *
 * Every call made inside `unitOfWork` takes part in its transaction.
 */
export class EntityStore {
  readonly #retrieval: Retrieval;

  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
    /** Which rows there are for who asks. */
    protected readonly scopes: Scopes = ALL_ROWS,
    retrieval = new Retrieval(),
  ) {
    this.#retrieval = retrieval;
  }

  /** Reads what responses show. */
  get retrieval(): Retrieval {
    return this.#retrieval;
  }

  get locks(): RowLocks {
    return RowLocks.of(this.registry);
  }

  /** The same for work that follows from what was asked: all rows are there. */
  get unscoped(): EntityStore {
    return this;
  }

  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.unitOfWork(work);
  }

  /** {@link unitOfWork} for work that is a single statement: it needs no transaction around it. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return this.dataSource.sequelize.statement(work);
  }

  /** Whether entities at the place are created by one INSERT alone: no lock, no question and no hook goes with it. */
  isCreatedAlone(place: Place, count: number): boolean {
    const entity = entityAt(place);
    const model = modelOf(entity.type);
    return this.isAlone(place) && this.#refersToWhole(entity) && !hasInsertHooks(model) && isOneInsert(model, count);
  }

  /** Whether an entity at the place is updated by its UPDATE alone, which finds out whether the row was changed since it was read. */
  isUpdatedAlone(place: Place): boolean {
    const model = modelOf(entityAt(place).type);
    const isVersioned = model._versionAttribute !== undefined && !currentUnit(this.dataSource.sequelize);
    return isVersioned && this.isAlone(place) && this.#refersToWhole(entityAt(place)) && isSavedPlainly(model);
  }

  /** The entity at the place that has the key, for {@link isUpdatedAlone}: not locked. */
  async readAlone(place: Place, key: EntityKey): Promise<Entity | undefined> {
    const [row] = await this.retrieval.find(place, [key]);
    return row && entityOf(entityAt(place), row);
  }

  /** Whether an entity at the place may be deleted by its DELETE alone, which finds out whether anything hangs on it. */
  isDeletedAlone(place: Place): boolean {
    return (
      !currentUnit(this.dataSource.sequelize) &&
      this.isAlone(place) &&
      isDeletedPlainly(entityAt(place), this.registry.entities)
    );
  }

  /** {@link deleteAlone} */
  deleteAlone(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    return this.statement(() => deleteAlone(entity, this.registry.entities, key));
  }

  /** Whether no other row has to be locked when one at the place is written. */
  protected isAlone(place: Place): boolean {
    return place.path.length === 0 && this.locks.holdersOf(entityAt(place)).length === 0;
  }

  #refersToWhole(entity: EntityMetadata): boolean {
    return !this.foreignKeysOf(entity).some(({ target }) => isPartial(target, this.scopes));
  }

  /** The entities at the place that have one of the keys and meet the criteria, in the order of the keys. */
  find(
    place: Place,
    keys: readonly EntityKey[],
    { isLocking = false, criteria, selection }: Reading = {},
  ): Promise<Entity[]> {
    return findInOrder(place, keys, { criteria, selection }, this.scopes, { ...(isLocking && { lock: true }) });
  }

  /** The entity of a class that has the key, wherever it stands. */
  async findByKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(entity, keyed(entity, [key]), { scopes: this.scopes });
    return found;
  }

  /** {@link linkableEntities} */
  linkable(
    collection: CollectionMetadata,
    keys: readonly EntityKey[],
    { isLocking = false }: Pick<Reading, 'isLocking'> = {},
  ): Promise<KeyedEntities> {
    return linkableEntities(collection, keys, { scopes: this.scopes, ...(isLocking && { lock: true }) });
  }

  /** {@link foreignKeysOf} */
  foreignKeysOf(entity: EntityMetadata): readonly ForeignKey[] {
    return foreignKeysOf(entity, this.registry.entities);
  }

  /** The entity that a foreign key of that value refers to. */
  async findReferred({ target, targetField }: ForeignKey, value: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(target, { [targetField]: value }, { scopes: this.scopes });
    return found;
  }

  /** The parent that the place's collection belongs to, or undefined. */
  async parent(place: Place): Promise<Entity | undefined> {
    const { scopes } = this;
    const [found] = await selectEntities(place.path.at(-1)!.owner, parentAt(place, scopes), { scopes });
    return found;
  }

  /** Locks the root that the place stands under, and reads its keys unless it is wanted whole; undefined when there is none. */
  async lockRoot({ aggregate: { root }, parentKeys }: Place, { isWhole = false } = {}): Promise<Entity | undefined> {
    const options = isWhole ? this.#locking : { ...this.#locking, selection: keysAlone(root) };
    const [found] = await selectEntities(root, keyed(root, [parentKeys[0]!]), options);
    return found;
  }

  /** Raises the version of roots below which something has changed. */
  raiseVersions({ root }: AggregateMetadata, roots: readonly Entity[]): Promise<void> {
    return raiseVersions(root, roots);
  }

  /** {@link insertEntities}; the parents in the collection are there, and what else is referred to is asked for. */
  async insert(
    entity: EntityMetadata,
    values: readonly FieldValues[],
    collection?: CollectionMetadata,
  ): Promise<readonly StoredRow[]> {
    const others = this.foreignKeysOf(entity).filter(({ field }) => field !== collection?.foreignKey);
    await verifyReferences(others, values, this.scopes, (...one) => this.isDecided(...one));
    return insertEntities(entity, values);
  }

  /** {@link updateEntity} */
  async update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const before = row.get() as FieldValues;
    const fields = Object.keys(values).filter((name) => String(values[name]) !== String(before[name]));
    const changed = changedForeignKeys(this.foreignKeysOf(entity), [...fields, ...(row.changed() || [])]);
    await verifyReferences(changed, [{ ...before, ...values }], this.scopes, (...one) => this.isDecided(...one));
    return updateEntity(entity, row, values);
  }

  /** Whether it is known, or will be asked later, that a foreign key of that value refers to what is there. */
  protected isDecided(_foreignKey: ForeignKey, _key: EntityKey): boolean {
    return false;
  }

  get deleting(): DeletingStore {
    return new DeletingStore(this.registry.entities);
  }

  /** {@link refreshEntities} */
  refresh(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
    return refreshEntities(entity, rows);
  }

  /** {@link entityOf} */
  instanceOf(entity: EntityMetadata, row: StoredRow): Entity {
    return entityOf(entity, row);
  }

  /** Whether code of the domain runs when a row of the class is inserted. */
  hasInsertHooks({ type }: EntityMetadata): boolean {
    return hasInsertHooks(modelOf(type));
  }

  /** {@link childrenWithKeys} */
  childrenWithKeys(
    collection: CollectionMetadata,
    parents: readonly StoredRow[],
    keys: readonly EntityKey[],
  ): Promise<ReadonlyMap<StoredRow, KeyedEntities>> {
    return childrenWithKeys(collection, parents, keys, this.scopes);
  }

  /** {@link link} */
  link(collection: CollectionMetadata, links: readonly Link[]): Promise<void> {
    return link(collection, links);
  }

  /** Unties children from their parents; all of the parents' children when none are given. */
  unlink(collection: CollectionMetadata, parents: readonly Entity[], children?: readonly Entity[]): Promise<void> {
    return unlink(collection, parents, children);
  }

  /** Which of the parents are tied to which of the children, in one statement. */
  links(collection: CollectionMetadata, parents: readonly StoredRow[], children: readonly StoredRow[]): Promise<Links> {
    return linksBetween(collection, parents, children);
  }

  get #locking() {
    return { lock: true, scopes: this.scopes };
  }
}
