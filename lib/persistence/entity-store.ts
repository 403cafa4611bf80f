import type { Transaction } from 'sequelize';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, MetadataRegistry } from '../metadata';
import type { DataSource } from './data-source';
import type { Entity, FieldValues, StoredRow } from './models/domain-model';
import type { ForeignKey } from './models/foreign-keys';
import type { Criteria } from './reads/criteria';
import type { DeletedRows } from './reads/deleted-rows';
import { keySelection, withVersion } from './reads/key-selection';
import {
  childrenToLock,
  childrenWithKeys,
  findInOrder,
  type KeyedEntities,
  linkableEntities,
} from './reads/keyed-entities';
import { whereKeyIn } from './reads/membership-criteria';
import { type EntityKey, entityAt, type Place, type WantedKeys } from './reads/place';
import { whereParentAt } from './reads/place-criteria';
import { Retrieval } from './reads/retrieval';
import { ALL_ROWS, type Scopes } from './reads/scopes';
import { selectEntities } from './reads/select-entities';
import type { Selection } from './reads/selection';
import { singleChildren } from './reads/single-children';
import { verifyLength } from './statements/verify-length';
import { notePlaced, tracing } from './unit-of-work/tracing';
import { DeletingStore } from './writes/deleting-store';
import { restoreEntities } from './writes/restore-entities';
import { RestoringStore } from './writes/restoring-store';
import { RowLocks } from './writes/row-locks';
import { settleVersion } from './writes/settle-version';
import { SingleStatementWrites } from './writes/single-statement-writes';
import { changedForeignKeys, partialReferences, verifyReferences } from './writes/verify-references';
import { withoutBytes } from './writes/without-bytes';
import { insertEntities, updateEntity } from './writes/write-entities';

interface Reading {
  /** Whether the rows are locked, in the order of their primary keys. */
  readonly isLocking?: boolean;
  readonly criteria?: Criteria;
  /** The fields that are needed of the entities; all when absent. */
  readonly selection?: Selection;
  /** Whether entities are sought that were deleted softly. */
  readonly deleted?: DeletedRows;
  /** Whether bytes may be left out where nothing of the domain looks at them. */
  readonly isWithoutBytes?: boolean;
}

/**
 * Entities by place and key: what the operations ask of the database.
 *
 * Every call made inside `unitOfWork` takes part in its transaction.
 */
export class EntityStore {
  /** {@link notePlaced} */
  readonly notePlaced = notePlaced;
  /** Whether anybody asks which elements of payloads rows are about. */
  readonly tracing = tracing;
  /** Writes that need no transaction around them. */
  readonly singleStatement: SingleStatementWrites;

  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
    /** Which rows there are for who asks. */
    protected readonly scopes: Scopes = ALL_ROWS,
    /** Reads what responses show. */
    readonly retrieval = new Retrieval(),
  ) {
    this.singleStatement = new SingleStatementWrites({ dataSource, registry, scopes, retrieval });
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

  /** {@link findInOrder} */
  find(
    place: Place,
    keys: WantedKeys,
    { isLocking = false, isWithoutBytes = false, selection, ...search }: Reading = {},
  ): Promise<Entity[]> {
    const needed = isWithoutBytes ? withoutBytes(entityAt(place)) : selection;
    return findInOrder(place, keys, { ...search, selection: needed }, this.scopes, {
      ...(isLocking && { lock: true }),
    });
  }

  /** The entity of a class that has the key, wherever it stands. */
  async findByKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(entity, whereKeyIn(entity, [key]), { scopes: this.scopes });
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

  /** Those of the keys, as text, that entities of the class have: also entities that are not there for who asks. */
  async takenKeys(entity: EntityMetadata, keys: readonly EntityKey[]): Promise<ReadonlySet<string>> {
    const found = await selectEntities(entity, whereKeyIn(entity, keys), {
      selection: keySelection(entity),
      ignoresDefaultScope: true,
    });
    return new Set(found.map((one) => String(one.get(entity.key.name))));
  }

  /** {@link childrenToLock} */
  childrenToLock(
    collection: CollectionMetadata,
    parents: readonly Entity[],
    most: number,
  ): Promise<ReadonlyMap<Entity, readonly Entity[]>> {
    return childrenToLock(collection, parents, { limit: most, scopes: this.scopes });
  }

  /** The entity that a foreign key of that value refers to. */
  async findReferred({ target, targetField }: ForeignKey, value: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(target, { [targetField]: value }, { scopes: this.scopes });
    return found;
  }

  /** The parent that the place's collection belongs to, or undefined. */
  async parent(place: Place): Promise<Entity | undefined> {
    const { scopes } = this;
    const [found] = await selectEntities(place.path.at(-1)!.owner, whereParentAt(place, scopes), { scopes });
    return found;
  }

  /** Locks the root that the place stands under, and reads its keys and its version unless it is wanted whole; undefined when there is none. */
  async lockRoot({ aggregate: { root }, parentKeys }: Place, { isWhole = false } = {}): Promise<Entity | undefined> {
    const options = isWhole ? this.#locking : { ...this.#locking, selection: withVersion(keySelection(root)) };
    const [found] = await selectEntities(root, whereKeyIn(root, [parentKeys[0]!]), options);
    return found;
  }

  /** {@link insertEntities}; the parents in the collection are there, and what else is referred to is asked for. */
  insert(
    entity: EntityMetadata,
    values: readonly FieldValues[],
    collection?: CollectionMetadata,
  ): Promise<readonly StoredRow[]> {
    const others = this.#partialReferences(entity).filter(({ field }) => field !== collection?.foreignKey);
    const insert = () => insertEntities(entity, values);
    const write = entity.largeFields.length === 0 ? insert : () => this.#fitting(entity, values).then(insert);
    return this.#verified(others, values, write);
  }

  /** {@link updateEntity} */
  update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const before = row.get() as FieldValues;
    // Bytes are no key, and may be many.
    const isChanged = (name: string) => !Buffer.isBuffer(values[name]) && String(values[name]) !== String(before[name]);
    const fields = Object.keys(values).filter(isChanged);
    const changed = changedForeignKeys(this.#partialReferences(entity), [...fields, ...(row.changed() || [])]);
    const update = () => updateEntity(entity, row, values);
    const write = entity.largeFields.length === 0 ? update : () => this.#fitting(entity, [values]).then(update);
    return this.#verified(changed, [{ ...before, ...values }], write);
  }

  /** {@link verifyLength}, of a class that has large values. */
  #fitting({ largeFields }: EntityMetadata, rows: readonly FieldValues[]): Promise<void> {
    const values = rows.flatMap((row) => largeFields.map(({ name }) => row[name]));
    return verifyLength(this.dataSource.sequelize, values);
  }

  /** {@link restoreEntities} */
  async restore(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    await restoreEntities(entity, rows);
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

  /** {@link settleVersion} */
  settleVersion(aggregate: AggregateMetadata, root: Entity): Promise<void> {
    return settleVersion(aggregate, root);
  }

  get restoring(): RestoringStore {
    return new RestoringStore(this.registry.entities);
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

  /** {@link singleChildren} */
  singleChildren(
    collection: CollectionMetadata,
    parents: readonly StoredRow[],
  ): Promise<ReadonlyMap<StoredRow, Entity>> {
    return singleChildren(collection, parents, this.scopes);
  }

  get #locking() {
    return { lock: true, scopes: this.scopes };
  }
}
