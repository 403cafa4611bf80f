import type { Transaction } from 'sequelize';
import type { CollectionMetadata, EntityMetadata, MetadataRegistry } from '../metadata';
import { InvalidEntityError, type Violation } from '../values';
import type { DataSource } from './data-source';
import type { Entity, FieldValues, StoredRow } from './models/domain-model';
import type { ForeignKey } from './models/foreign-keys';
import type { Criteria } from './reads/criteria';
import type { DeletedRows } from './reads/deleted-rows';
import { keySelection, withVersion } from './reads/key-selection';
import { childrenToLock, childrenWithKeys, type KeyedEntities, linkableEntities } from './reads/keyed-entities';
import { whereKeyIn } from './reads/membership-criteria';
import { type EntityKey, entityAt, type Place, type WantedKeys } from './reads/place';
import { whereParentAt } from './reads/place-criteria';
import { Retrieval } from './reads/retrieval';
import { ALL_ROWS, type Scopes } from './reads/scopes';
import { selectEntities } from './reads/select-entities';
import type { Selection } from './reads/selection';
import { singleChildren } from './reads/single-children';
import { verifyLength } from './statements/verify-length';
import { notePlaced } from './unit-of-work/tracing';
import { currentUnit } from './unit-of-work/unit-of-work';
import { ClassReferences } from './writes/class-references';
import { DeletingStore } from './writes/deleting-store';
import { insertEntities } from './writes/insert-entities';
import { keysAmong } from './writes/keys-among';
import { changeViolations } from './writes/model-violations';
import type { ReadBack } from './writes/read-back';
import { restoreEntities } from './writes/restore-entities';
import { RestoringStore } from './writes/restoring-store';
import { RowLocks } from './writes/row-locks';
import { SingleStatementWrites } from './writes/single-statement-writes';
import { changedForeignKeys, verifyReferences } from './writes/verify-references';
import { isMoved, type TreeRow, treeViolations } from './writes/verify-trees';
import { withoutBytes } from './writes/without-bytes';
import { setPlainly, updateEntity } from './writes/write-entities';

/** Limits the rows that have the values of a payload in the columns of an index, in any combination. */
const ROWS_COMPARED = 5000;

interface Reading {
  /** Whether the rows are locked, in the order of their primary keys. */
  readonly isLocking?: boolean;
  readonly criteria?: Criteria;
  /** The fields to read; all when absent. */
  readonly selection?: Selection;
  /** Whether soft-deleted entities are read. */
  readonly deleted?: DeletedRows;
  /** Whether large values may be left out, unless domain code may read them. */
  readonly isWithoutBytes?: boolean;
}

/**
 * Reads and writes entities by place and key, for the operations.
 *
 * Inside `unitOfWork` every call takes part in its transaction.
 */
export class EntityStore {
  /** {@link notePlaced} */
  readonly notePlaced = notePlaced;
  /** {@link changeViolations} */
  readonly changeViolations = changeViolations;
  /** {@link setPlainly} */
  readonly setPlainly = setPlainly;
  /** Writes of a single statement, without a transaction. */
  readonly singleStatement: SingleStatementWrites;
  readonly #references: ClassReferences;

  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
    /** The rows that the caller has access to. */
    protected readonly scopes: Scopes = ALL_ROWS,
    /** Reads the rows of responses. */
    readonly retrieval = new Retrieval(),
  ) {
    const checked = <T>(work: () => Promise<T>) => this.checked(work);
    const references = new ClassReferences(dataSource.sequelize, registry, scopes);
    this.#references = references;
    this.singleStatement = new SingleStatementWrites({ dataSource, registry, scopes, retrieval, references, checked });
  }

  /** The classes whose rows are read again after a write. */
  get readBack(): ReadBack {
    return this.dataSource.readBack;
  }

  get locks(): RowLocks {
    return RowLocks.of(this.registry);
  }

  /** The store with access to all rows, for writes that follow from a request. */
  get unscoped(): EntityStore {
    return this;
  }

  unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.unitOfWork(work);
  }

  /** Runs work in a unit of work, and checks the rows that it has written. */
  protected checked<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** {@link entitiesWithKeys} */
  find(
    place: Place,
    keys: WantedKeys,
    { isLocking = false, isWithoutBytes = false, selection, ...search }: Reading = {},
  ): Promise<Entity[]> {
    const needed = isWithoutBytes ? withoutBytes(entityAt(place)) : selection;
    return this.retrieval.entities(place, keys, { ...search, selection: needed }, isLocking ? true : undefined);
  }

  /** The entity with the key, at any place. */
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

  /** The keys, as text, that are taken, also by entities that the caller has no access to. */
  async takenKeys(entity: EntityMetadata, keys: readonly EntityKey[]): Promise<ReadonlySet<string>> {
    const found = await selectEntities(entity, whereKeyIn(entity, keys), {
      selection: keySelection(entity),
      ignoresDefaultScope: true,
    });
    return new Set(found.map((row) => String(row.get(entity.key.name))));
  }

  /** {@link childrenToLock} */
  childrenToLock(
    collection: CollectionMetadata,
    parents: readonly Entity[],
    limit: number,
  ): Promise<ReadonlyMap<Entity, readonly Entity[]>> {
    return childrenToLock(collection, parents, { limit, scopes: this.scopes });
  }

  /** Those of the values, as text, with which a foreign key refers to an entity. */
  referredKeys({ target, targetField }: ForeignKey, values: readonly EntityKey[]): Promise<ReadonlySet<string>> {
    return keysAmong(target, targetField, values, { scopes: this.scopes, lock: false });
  }

  /**
   * The rows, among those of the caller, each of whose fields has one of the values: also soft-deleted ones, and no more
   * than a request can need.
   */
  rowsWith(entity: EntityMetadata, fields: readonly string[], values: readonly FieldValues[]): Promise<Entity[]> {
    const where = Object.fromEntries(fields.map((name) => [name, [...new Set(values.map((one) => one[name]))]]));
    const { references, collections } = keySelection(entity);
    const selection = { entity, fields: fields.map((name) => entity.fields.get(name)!), references, collections };
    const options = { selection, scopes: this.scopes, ignoresDefaultScope: true, limit: ROWS_COMPARED } as const;
    return selectEntities(entity, where as never, { ...options, deleted: 'include' });
  }

  /**
   * The number of writes sent so far in a surrounding transaction, which keeps them if a use case of this store fails;
   * undefined if there is none.
   */
  get writesInUnit(): number | undefined {
    const unit = currentUnit(this.dataSource.sequelize);
    return unit && !unit.usesSavepoints ? unit.writes : undefined;
  }

  /** The parent that the place's collection belongs to. */
  async parent(place: Place): Promise<Entity | undefined> {
    const { scopes } = this;
    const [found] = await selectEntities(place.path.at(-1)!.owner, whereParentAt(place, scopes), { scopes });
    return found;
  }

  /** Locks the root above the place and reads its keys and its version, or all fields with `isWhole`. */
  async lockRoot({ aggregate: { root }, parentKeys }: Place, { isWhole = false } = {}): Promise<Entity | undefined> {
    const [key] = parentKeys as readonly [EntityKey];
    const held = isWhole ? undefined : currentUnit(this.dataSource.sequelize)?.openJournal().heldOf(root.type);
    if (held && String(held.get(root.key.name)) === String(key)) return held;
    const options = isWhole ? this.#locking : { ...this.#locking, selection: withVersion(keySelection(root)) };
    const [found] = await selectEntities(root, whereKeyIn(root, [key]), options);
    return found;
  }

  /** {@link lockRoot} once for all writes below it in the current unit of work, which are those of one caller. */
  async holdRoot(place: Place): Promise<Entity | undefined> {
    const root = await this.lockRoot(place);
    currentUnit(this.dataSource.sequelize)?.openJournal().hold(place.aggregate.root.type, root);
    return root;
  }

  /** Makes the next write look for the root again, after one that may have changed its key. */
  releaseRoot({ aggregate }: Pick<Place, 'aggregate'>): void {
    currentUnit(this.dataSource.sequelize)?.openJournal().hold(aggregate.root.type, undefined);
  }

  /** {@link insertEntities}, after a check of all foreign keys except those of the collection. */
  insert(
    entity: EntityMetadata,
    values: readonly FieldValues[],
    collection?: CollectionMetadata,
  ): Promise<readonly StoredRow[]> {
    const { lookedUp, isTree } = this.#references.of(entity);
    const toVerify = lookedUp.filter(({ field }) => field !== collection?.foreignKey);
    // So that invariants can be checked without reading the rows again.
    if (entity.hasInvariants) currentUnit(this.dataSource.sequelize)?.keepInserted();
    const insert = () => insertEntities(entity, values);
    const write = entity.largeFields.length === 0 ? insert : () => this.#verifyLength(entity, values).then(insert);
    if (!isTree) return this.#verified(entity, toVerify, values, write);
    return this.#verifyTrees(entity, values).then(() => this.#verified(entity, toVerify, values, write));
  }

  async #verifyTrees(entity: EntityMetadata, values: readonly FieldValues[]): Promise<void> {
    const rows = values.map((one) => ({ values: one }));
    if (!rows.some((row) => this.isMoved(entity, row))) return;
    const violations = await this.treeViolations(entity, rows);
    if (violations.length > 0) throw new InvalidEntityError(violations);
  }

  /** Whether the rows of a class are a tree, whose rows refer to each other. */
  isTree(entity: EntityMetadata): boolean {
    return this.#references.of(entity).isTree;
  }

  /** {@link treeViolations} */
  treeViolations(entity: EntityMetadata, rows: readonly TreeRow[]): Promise<readonly Violation[]> {
    return treeViolations(entity, this.registry.entities, rows);
  }

  /** {@link isMoved} */
  isMoved(entity: EntityMetadata, row: TreeRow): boolean {
    return isMoved(entity, this.registry.entities, row);
  }

  /** {@link updateEntity}, after a check of the foreign keys that change, but not of trees. */
  update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const before = row.get() as FieldValues;
    // Buffers are never foreign keys, and may be large.
    const isChanged = (name: string) => !Buffer.isBuffer(values[name]) && String(values[name]) !== String(before[name]);
    const fields = Object.keys(values).filter(isChanged);
    const changed = changedForeignKeys(this.#references.of(entity).lookedUp, [...fields, ...(row.changed() || [])]);
    const update = () => updateEntity(entity, row, values);
    const write = entity.largeFields.length === 0 ? update : () => this.#verifyLength(entity, [values]).then(update);
    return this.#verified(entity, changed, [{ ...before, ...values }], write);
  }

  /** {@link verifyLength} of the large values. */
  #verifyLength({ largeFields }: EntityMetadata, rows: readonly FieldValues[]): Promise<void> {
    const values = rows.flatMap((row) => largeFields.map(({ name }) => row[name]));
    return verifyLength(this.dataSource.sequelize, values);
  }

  /** {@link verifyLength} of JSON values, as a statement contains them. */
  verifyJsonLength(values: readonly unknown[]): Promise<void> {
    const literals = values.map((value) => JSON.stringify(JSON.stringify(value)));
    return verifyLength(this.dataSource.sequelize, literals);
  }

  /** {@link restoreEntities} */
  async restore(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    await restoreEntities(entity, rows);
  }

  /** Most writes have no foreign keys to check. */
  #verified<T>(
    entity: EntityMetadata,
    foreignKeys: readonly ForeignKey[],
    rows: readonly FieldValues[],
    write: () => Promise<T>,
  ): Promise<T> {
    if (foreignKeys.length === 0) return write();
    const isDecided = (foreignKey: ForeignKey, key: EntityKey) => this.isDecided(foreignKey, key);
    return verifyReferences(foreignKeys, { entity, rows, scopes: this.scopes, isDecided }).then(write);
  }

  /** Whether access to the row of a foreign key is known, or will be checked later. */
  protected isDecided(_foreignKey: ForeignKey, _key: EntityKey): boolean {
    return false;
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
    { isLocking = false }: Pick<Reading, 'isLocking'> = {},
  ): Promise<ReadonlyMap<StoredRow, Entity>> {
    return singleChildren(collection, parents, { scopes: this.scopes, ...(isLocking && { lock: true }) });
  }

  get #locking() {
    return { lock: true, scopes: this.scopes };
  }
}
