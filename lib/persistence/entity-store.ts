import type { Transaction } from 'sequelize';
import type { CollectionMetadata, EntityMetadata, MetadataRegistry } from '../metadata';
import type { DataSource } from './data-source';
import type { Entity, FieldValues, StoredRow } from './models/domain-model';
import type { ForeignKey } from './models/foreign-keys';
import type { Criteria } from './reads/criteria';
import { childrenWithKeys, findInOrder, type KeyedEntities, linkableEntities } from './reads/keyed-entities';
import { keysAlone } from './reads/keys-alone';
import { parentAt } from './reads/members';
import { keyed } from './reads/membership';
import type { EntityKey, Place } from './reads/place';
import { Retrieval } from './reads/retrieval';
import { ALL_ROWS, type Scopes } from './reads/scopes';
import { selectEntities } from './reads/select-entities';
import type { Selection } from './reads/selection';
import { DeletingStore } from './writes/deleting-store';
import { LoneWrites } from './writes/lone-writes';
import { RowLocks } from './writes/row-locks';
import { changedForeignKeys, partialReferences, verifyReferences } from './writes/verify-references';
import { insertEntities, updateEntity } from './writes/write-entities';

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
  /** Writes that need no transaction around them. */
  readonly lone: LoneWrites;

  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
    /** Which rows there are for who asks. */
    protected readonly scopes: Scopes = ALL_ROWS,
    /** Reads what responses show. */
    readonly retrieval = new Retrieval(),
  ) {
    this.lone = new LoneWrites({ dataSource, registry, scopes, retrieval });
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

  /** {@link insertEntities}; the parents in the collection are there, and what else is referred to is asked for. */
  insert(
    entity: EntityMetadata,
    values: readonly FieldValues[],
    collection?: CollectionMetadata,
  ): Promise<readonly StoredRow[]> {
    const others = this.#partialReferences(entity).filter(({ field }) => field !== collection?.foreignKey);
    return this.#verified(others, values, () => insertEntities(entity, values));
  }

  /** {@link updateEntity} */
  update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const before = row.get() as FieldValues;
    const fields = Object.keys(values).filter((name) => String(values[name]) !== String(before[name]));
    const changed = changedForeignKeys(this.#partialReferences(entity), [...fields, ...(row.changed() || [])]);
    return this.#verified(changed, [{ ...before, ...values }], () => updateEntity(entity, row, values));
  }

  #partialReferences(entity: EntityMetadata): ForeignKey[] {
    return partialReferences(entity, this.registry.entities, this.scopes);
  }

  /** Most writes need no question. */
  #verified<T>(foreignKeys: readonly ForeignKey[], rows: readonly FieldValues[], write: () => Promise<T>): Promise<T> {
    if (foreignKeys.length === 0) return write();
    return verifyReferences(foreignKeys, rows, this.scopes, (...one) => this.isDecided(...one)).then(write);
  }

  /** Whether it is known, or will be asked later, that a foreign key of that value refers to what is there. */
  protected isDecided(_foreignKey: ForeignKey, _key: EntityKey): boolean {
    return false;
  }

  get deleting(): DeletingStore {
    return new DeletingStore(this.registry.entities);
  }

  /** {@link childrenWithKeys} */
  childrenWithKeys(
    collection: CollectionMetadata,
    parents: readonly StoredRow[],
    keys: readonly EntityKey[],
  ): Promise<ReadonlyMap<StoredRow, KeyedEntities>> {
    return childrenWithKeys(collection, parents, keys, this.scopes);
  }

  get #locking() {
    return { lock: true, scopes: this.scopes };
  }
}
