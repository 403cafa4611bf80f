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
import { type Entity, holdsExpression, modelOf } from './domain-model';
import { holderCriteria } from './holder-criteria';
import { insertRows } from './insert-rows';
import { type Links, link, linksBetween, unlink } from './join-rows';
import { holdingPaths, keyed, parentAt, rootsOf } from './membership';
import { type EntityKey, entityAt, type Place } from './place';
import { raiseVersions } from './raise-versions';
import { refusing } from './refused-values';
import { chunksAt, countAt, pageAt, type SelectOptions, selectEntities, sought } from './select-entities';
import type { Selection } from './selection';
import { hasDestroyHooks, hasInsertHooks } from './write-hooks';

export type FieldValues = Readonly<Record<string, unknown>>;

interface Reading {
  /** Whether the rows are locked, in the order of their primary keys. */
  readonly isLocking?: boolean;
  readonly criteria?: Criteria;
  /** What is needed of the entities; all when absent. */
  readonly selection?: Selection;
}

const LOCKING: SelectOptions = { lock: true };

/**
 * Entities by place and key: what the operations ask of the database.
 *
 * Every call made inside `unitOfWork` takes part in its transaction.
 */
export class EntityStore {
  constructor(
    readonly dataSource: DataSource,
    readonly registry: MetadataRegistry,
  ) {}

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
    const where = { [Op.and]: [sought(place, { criteria }), keyed(entity, keys)] };
    const found = await selectEntities(entity, where, { ...(isLocking && LOCKING), selection });
    const entities = byKey(entity, found);
    return keys.flatMap((key) => entities.get(String(key)) ?? []);
  }

  /** The entity of a class that has the key, wherever it stands. */
  async findByKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(entity, keyed(entity, [key]));
    return found;
  }

  /** The entities of a class that have one of the keys, by the text of their key, wherever they stand; locked. */
  async findByKeys(entity: EntityMetadata, keys: readonly EntityKey[]): Promise<ReadonlyMap<string, Entity>> {
    return byKey(entity, await selectEntities(entity, keyed(entity, keys), LOCKING));
  }

  /** The entity of a class that a foreign key refers to. */
  async findByPrimaryKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await selectEntities(entity, { [entity.primaryKey.name]: key });
    return found;
  }

  /** The parent that the place's collection belongs to, or undefined. */
  async parent(place: Place): Promise<Entity | undefined> {
    const [found] = await selectEntities(place.path.at(-1)!.owner, parentAt(place));
    return found;
  }

  /** Locks the root that the place stands under; undefined when there is none. */
  async lockRoot({ aggregate, parentKeys }: Place): Promise<Entity | undefined> {
    const [found] = await selectEntities(aggregate.root, keyed(aggregate.root, [parentKeys[0]!]), LOCKING);
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
  async lockHoldersOf(
    entity: EntityMetadata,
    rows: readonly FieldValues[],
    except?: CollectionPath,
  ): Promise<LockedRoots[]> {
    const locked: LockedRoots[] = [];
    for (const holding of holdingPaths(entity, this.registry.aggregates)) {
      if (holding.path === except) continue;
      const criteria = holderCriteria(holding, rows);
      if (!criteria) continue;
      const roots = await selectEntities(holding.aggregate.root, rootsOf(holding.path, criteria), LOCKING);
      if (roots.length > 0) locked.push({ aggregate: holding.aggregate, roots });
    }
    return locked;
  }

  /** Raises the version of roots below which something has changed. */
  raiseVersions({ root }: AggregateMetadata, roots: readonly Entity[]): Promise<void> {
    return raiseVersions(root, roots);
  }

  /** The entities at the place that are sought, in the order that is asked for, in chunks of the given size. */
  chunks(place: Place, size: number, search: Search = {}): AsyncGenerator<Entity[], void, undefined> {
    return chunksAt(place, size, search);
  }

  /** One page of the entities at the place that are sought, in the order that is asked for. */
  page(place: Place, page: Page, search: Search = {}): Promise<Entity[]> {
    return pageAt(place, page, search);
  }

  /** How many entities at the place are sought. */
  count(place: Place, search: Search = {}): Promise<number> {
    return countAt(place, search);
  }

  /**
   * Inserts one row for each set of values, and gives them their generated keys.
   *
   * @returns in the order of the values
   * @throws InvalidEntityError when the model refuses a value; paths begin with the index of the row
   */
  async insert(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
    const model = modelOf(entity.type);
    const rows = values.map((one) => model.build(one as never));
    if (rows.length > 0) await refusing(entity, () => insertRows(model, rows));
    const computed = rows.filter(holdsExpression);
    if (computed.length > 0) await this.refresh(entity, computed);
    return rows;
  }

  /**
   * @returns whether anything changed
   * @throws InvalidEntityError when the model refuses a value
   */
  async update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const hasChanged = row.set(values).changed() !== false;
    if (hasChanged) await refusing(entity, () => row.save());
    return hasChanged;
  }

  /** Deletes rows of one class; hooks run for each where the class has any, one row after the other. */
  async remove(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const model = modelOf(entity.type);
    const individualHooks = hasDestroyHooks(model);
    // Sequelize runs the hooks of one statement side by side, but a transaction takes one query at a time.
    for (const batch of individualHooks ? rows.map((row) => [row]) : [rows]) {
      await model.destroy({ where: { [entity.primaryKey.name]: primaryKeysOf(entity, batch) }, individualHooks });
    }
  }

  /** Reads rows of one class again, for work that may have changed them behind the back of who holds them. */
  async refresh(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const { name } = entity.primaryKey;
    const found = await selectEntities(entity, { [name]: primaryKeysOf(entity, rows) });
    const stored = new Map(found.map((one) => [String(one.get(name)), one]));
    for (const row of rows) row.set((stored.get(String(row.get(name)))?.get() ?? {}) as never, { raw: true });
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
    return childrenByParent(collection, parents, selection);
  }

  /** {@link referredEntities} */
  referredEntities(
    owner: EntityMetadata,
    reference: ReferenceMetadata,
    rows: readonly Entity[],
    selection: Selection,
  ): Promise<readonly (Entity | undefined)[]> {
    return referredEntities(owner, reference, rows, selection);
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
    const children = await selectEntities(target, { [Op.and]: [ofParents, keyed(target, keys)] }, LOCKING);
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
}

/** A collation may take two texts for the same one; a key is itself alone. */
function byKey({ key }: EntityMetadata, found: readonly Entity[]): Map<string, Entity> {
  return new Map(found.map((one) => [String(one.get(key.name)), one]));
}

/** Roots of one aggregate that are locked because something that they hold changes. */
export interface LockedRoots {
  readonly aggregate: AggregateMetadata;
  readonly roots: readonly Entity[];
}

function primaryKeysOf({ primaryKey }: EntityMetadata, rows: readonly Entity[]): unknown[] {
  return rows.map((row) => row.get(primaryKey.name));
}
