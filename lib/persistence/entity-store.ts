import { Op, type Transaction } from 'sequelize';
import type {
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  MetadataRegistry,
  ReferenceMetadata,
} from '../metadata';
import { childrenByParent, referredEntities } from './associated';
import { tiesOf } from './association';
import type { Criteria, Page, Search } from './criteria';
import type { DataSource } from './data-source';
import { type Entity, modelOf } from './domain-model';
import type { FieldValues } from './field-values';
import { type ForeignKey, foreignKeysOf } from './foreign-keys';
import { type Links, link, linksBetween, unlink } from './join-rows';
import { type LockedRoots, lockHoldersOf } from './lock-holders';
import { parentAt } from './members';
import { holdingPaths, keyed } from './membership';
import { type EntityKey, entityAt, type Place } from './place';
import { raiseVersions } from './raise-versions';
import { referrerOf } from './referrer';
import { ALL_ROWS, type Scopes } from './scopes';
import { chunksAt, countAt, pageAt, selectEntities, soughtAt } from './select-entities';
import type { Selection } from './selection';
import { insertEntities, refreshEntities, removeEntities, updateEntity } from './write-entities';
import { hasInsertHooks } from './write-hooks';

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
  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
    /** Which rows there are for who asks. */
    protected readonly scopes: Scopes = ALL_ROWS,
  ) {}

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

  /** Whether one entity at the place is created by its INSERT alone: no root holds it, and its model has no hooks. */
  isCreatedAlone(place: Place): boolean {
    const entity = entityAt(place);
    return (
      place.path.length === 0 &&
      holdingPaths(entity, this.registry.aggregates).length === 0 &&
      !hasInsertHooks(modelOf(entity.type))
    );
  }

  /** The entities at the place that have one of the keys and meet the criteria, in the order of the keys. */
  async find(
    place: Place,
    keys: readonly EntityKey[],
    { isLocking = false, criteria, selection }: Reading = {},
  ): Promise<Entity[]> {
    const entity = entityAt(place);
    const { scopes } = this;
    const where = { [Op.and]: [soughtAt(place, { criteria }, scopes), keyed(entity, keys)] };
    const found = await selectEntities(entity, where, { ...(isLocking && { lock: true }), selection, scopes });
    const entities = byKey(entity, found);
    return keys.flatMap((key) => entities.get(String(key)) ?? []);
  }

  /** The entity of a class that has the key, wherever it stands. */
  async findByKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(entity, keyed(entity, [key]), { scopes: this.scopes });
    return found;
  }

  /** The entities of a class that have one of the keys, by the text of their key, wherever they stand; locked. */
  async findByKeys(entity: EntityMetadata, keys: readonly EntityKey[]): Promise<ReadonlyMap<string, Entity>> {
    return byKey(entity, await selectEntities(entity, keyed(entity, keys), this.#locking));
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

  /** Locks the root that the place stands under; undefined when there is none. */
  async lockRoot({ aggregate, parentKeys }: Place): Promise<Entity | undefined> {
    const [found] = await selectEntities(aggregate.root, keyed(aggregate.root, [parentKeys[0]!]), this.#locking);
    return found;
  }

  /**
   * Locks the roots of all aggregates that hold the given rows, or would hold rows with the given values,
   * aggregate by aggregate in the order of the primary keys; the path of the place itself is left out.
   */
  lockHolders(place: Place, rows: readonly FieldValues[]): Promise<LockedRoots[]> {
    return this.lockHoldersOf(entityAt(place), rows, place.path);
  }

  /** The same wherever the entities stand. */
  lockHoldersOf(entity: EntityMetadata, rows: readonly FieldValues[], except?: CollectionPath): Promise<LockedRoots[]> {
    return lockHoldersOf(entity, rows, this.registry.aggregates, except);
  }

  /** Raises the version of roots below which something has changed. */
  raiseVersions({ root }: AggregateMetadata, roots: readonly Entity[]): Promise<void> {
    return raiseVersions(root, roots);
  }

  /** The entities at the place that are sought, in the order that is asked for, in chunks of the given size. */
  chunks(place: Place, size: number, search: Search = {}): AsyncGenerator<Entity[], void, undefined> {
    return chunksAt(place, size, search, this.scopes);
  }

  /** One page of the entities at the place that are sought, in the order that is asked for. */
  page(place: Place, page: Page, search: Search = {}): Promise<Entity[]> {
    return pageAt(place, page, search, this.scopes);
  }

  /** How many entities at the place are sought. */
  count(place: Place, search: Search = {}): Promise<number> {
    return countAt(place, search, this.scopes);
  }

  /** {@link insertEntities} */
  insert(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
    return insertEntities(entity, values);
  }

  /** {@link updateEntity} */
  update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    return updateEntity(entity, row, values);
  }

  /** {@link removeEntities} */
  remove(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    return removeEntities(entity, rows);
  }

  /** {@link referrerOf} */
  referrerOf(entity: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
    return referrerOf(entity, rows);
  }

  /** {@link refreshEntities} */
  refresh(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    return refreshEntities(entity, rows);
  }

  /** Whether code of the domain runs when a row of the class is inserted. */
  hasInsertHooks({ type }: EntityMetadata): boolean {
    return hasInsertHooks(modelOf(type));
  }

  /** {@link childrenByParent} */
  childrenByParent(
    collection: CollectionMetadata,
    parents: readonly Entity[],
    selection?: Selection,
  ): Promise<readonly (readonly Entity[])[]> {
    return childrenByParent(collection, parents, selection, this.scopes);
  }

  /** {@link referredEntities} */
  referredEntities(
    owner: EntityMetadata,
    reference: ReferenceMetadata,
    rows: readonly Entity[],
    selection: Selection,
  ): Promise<readonly (Entity | undefined)[]> {
    return referredEntities(owner, reference, rows, selection, this.scopes);
  }

  /**
   * The children of each parent that have one of the keys, by the text of their key; locked, in one statement.
   *
   * @param collection one-to-many
   */
  async childrenWithKeys(
    collection: CollectionMetadata,
    parents: readonly Entity[],
    keys: readonly EntityKey[],
  ): Promise<ReadonlyMap<Entity, ReadonlyMap<string, Entity>>> {
    const { target } = collection;
    const { sourceKey, foreignKey } = tiesOf(collection);
    const ofParents = { [foreignKey]: parents.map((parent) => parent.get(sourceKey) as EntityKey) };
    const children = await selectEntities(target, { [Op.and]: [ofParents, keyed(target, keys)] }, this.#locking);
    const childrenOf = (parent: Entity) =>
      children.filter((child) => String(child.get(foreignKey)) === String(parent.get(sourceKey)));
    return new Map(parents.map((parent) => [parent, byKey(target, childrenOf(parent))]));
  }

  /** Ties children to a parent of a many-to-many collection. */
  link(collection: CollectionMetadata, parent: Entity, children: readonly Entity[]): Promise<void> {
    return link(collection, parent, children);
  }

  /** Unties children from their parents; all of the parents' children when none are given. */
  unlink(collection: CollectionMetadata, parents: readonly Entity[], children?: readonly Entity[]): Promise<void> {
    return unlink(collection, parents, children);
  }

  /** Which of the parents are tied to which of the children, in one statement. */
  links(collection: CollectionMetadata, parents: readonly Entity[], children: readonly Entity[]): Promise<Links> {
    return linksBetween(collection, parents, children);
  }

  get #locking() {
    return { lock: true, scopes: this.scopes };
  }
}

/** A collation may take two texts for the same one; a key is itself alone. */
function byKey({ key }: EntityMetadata, found: readonly Entity[]): Map<string, Entity> {
  return new Map(found.map((one) => [String(one.get(key.name)), one]));
}
