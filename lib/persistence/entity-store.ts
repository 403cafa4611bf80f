import { literal, Op, type Transaction, type WhereOptions } from 'sequelize';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, MetadataRegistry } from '../metadata';
import { tiesOf } from './association';
import type { DataSource } from './data-source';
import { classifyDatabaseError } from './database-faults';
import { type DomainModel, type Entity, modelOf } from './domain-model';
import { hasSaveHooks, insertRows } from './insert-rows';
import { type HoldingPath, holdingPaths, keyed, membersAt, parentAt, parentsOf, rootsOf } from './membership';
import { type EntityKey, entityAt, type Place } from './place';
import { InvalidEntityError, type Violation } from './violations';

export type FieldValues = Readonly<Record<string, unknown>>;

/** Rows that are locked, in the order of their primary keys. */
interface Reading {
  readonly isLocking?: boolean;
}

interface SelectOptions {
  readonly lock?: boolean;
  readonly limit?: number;
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
      !hasSaveHooks(modelOf(entity.type))
    );
  }

  /** The entities at the place that have one of the keys, in the order of the keys. */
  async find(place: Place, keys: readonly EntityKey[], { isLocking = false }: Reading = {}): Promise<Entity[]> {
    const entity = entityAt(place);
    const where = { [Op.and]: [membersAt(place), keyed(entity, keys)] };
    const found = await this.#select(entity, where, isLocking ? LOCKING : {});
    // A collation may take two texts for the same one; a key is itself alone.
    const byKey = new Map(found.map((one) => [String(one.get(entity.key.name)), one]));
    return keys.flatMap((key) => byKey.get(String(key)) ?? []);
  }

  /** The entity of a class that has the key, wherever it stands. */
  async findByKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await this.#select(entity, keyed(entity, [key]));
    return found;
  }

  /** The entity of a class that a foreign key refers to. */
  async findByPrimaryKey(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    const [found] = await this.#select(entity, { [entity.primaryKey.name]: key });
    return found;
  }

  /** The parent that the place's collection belongs to, or undefined. */
  async parent(place: Place): Promise<Entity | undefined> {
    const [found] = await this.#select(place.path.at(-1)!.owner, parentAt(place));
    return found;
  }

  /** Locks the root that the place stands under; undefined when there is none. */
  async lockRoot({ aggregate, parentKeys }: Place): Promise<Entity | undefined> {
    const [found] = await this.#select(aggregate.root, keyed(aggregate.root, [parentKeys[0]!]), LOCKING);
    return found;
  }

  /**
   * Locks the roots of all aggregates that hold the given rows, or would hold rows with the given values,
   * aggregate by aggregate in the order of the primary keys; the path of the place itself is left out.
   */
  async lockHolders(place: Place, rows: readonly FieldValues[]): Promise<LockedRoots[]> {
    const locked: LockedRoots[] = [];
    for (const holding of holdingPaths(entityAt(place), this.registry.aggregates)) {
      if (holding.path === place.path) continue;
      const criteria = holderCriteria(holding, rows);
      if (!criteria) continue;
      const roots = await this.#select(holding.aggregate.root, rootsOf(holding.path, criteria), LOCKING);
      if (roots.length > 0) locked.push({ aggregate: holding.aggregate, roots });
    }
    return locked;
  }

  /** Raises the version of roots below which something has changed. */
  async raiseVersions({ root }: AggregateMetadata, roots: readonly Entity[]): Promise<void> {
    const model = modelOf(root.type);
    const version = model._versionAttribute;
    if (version === undefined || roots.length === 0) return;
    const column = model.getAttributes()[version as never] as { field: string };
    const raised = literal(`${quote(model, column.field)} + 1`);
    const where = { [root.primaryKey.name]: primaryKeysOf(root, roots) };
    await model.update({ [version]: raised } as never, { where, silent: true, hooks: false, validate: false });
  }

  /** All entities at the place in the order of their primary keys, in chunks of the given size. */
  async *chunks(place: Place, size: number): AsyncGenerator<Entity[], void, undefined> {
    const entity = entityAt(place);
    const { name } = entity.primaryKey;
    let after: WhereOptions = {};
    while (true) {
      const where: WhereOptions = { [Op.and]: [membersAt(place), after] };
      const chunk = await this.#select(entity, where, { limit: size });
      if (chunk.length > 0) yield chunk;
      if (chunk.length < size) return;
      after = { [name]: { [Op.gt]: chunk.at(-1)!.get(name) } };
    }
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

  /** Deletes rows of one class; hooks run for each where the class has any. */
  async remove(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const model = modelOf(entity.type);
    const where = { [entity.primaryKey.name]: primaryKeysOf(entity, rows) };
    await model.destroy({ where, individualHooks: hasDestroyHooks(model) });
  }

  /** The children of the given parents, whichever of them they belong to. */
  async children(collection: CollectionMetadata, parents: readonly Entity[]): Promise<Entity[]> {
    const ties = tiesOf(collection);
    const where = { [ties.foreignKey]: parents.map((parent) => parent.get(ties.sourceKey)) };
    return this.#select(collection.target, where);
  }

  /** Ties children to a parent in the join table of a many-to-many collection. */
  async link(collection: CollectionMetadata, parent: Entity, children: readonly Entity[]): Promise<void> {
    const ties = tiesOf(collection);
    if (ties.kind !== 'manyToMany') return;
    for (const child of children) {
      const row = { [ties.foreignKey]: parent.get(ties.sourceKey), [ties.otherKey]: child.get(ties.targetKey) };
      await ties.through.create(row as never);
    }
  }

  /** Unties children from their parents; all of the parents' children when none are given. */
  async unlink(
    collection: CollectionMetadata,
    parents: readonly Entity[],
    children?: readonly Entity[],
  ): Promise<void> {
    const ties = tiesOf(collection);
    if (ties.kind !== 'manyToMany') return;
    const ofParents = { [ties.foreignKey]: parents.map((parent) => parent.get(ties.sourceKey)) };
    const ofChildren = children && { [ties.otherKey]: children.map((child) => child.get(ties.targetKey)) };
    await ties.through.destroy({ where: { ...ofParents, ...ofChildren } });
  }

  /** In the order of the primary keys. */
  async #select(entity: EntityMetadata, where: WhereOptions, options: SelectOptions = {}): Promise<Entity[]> {
    const order: [string, string][] = [[entity.primaryKey.name, 'ASC']];
    return modelOf(entity.type).findAll({ where, order, ...options });
  }
}

/** Roots of one aggregate that are locked because something that they hold changes. */
export interface LockedRoots {
  readonly aggregate: AggregateMetadata;
  readonly roots: readonly Entity[];
}

/** Criteria for the direct parents of the rows; undefined when no row names one. */
function holderCriteria({ path }: HoldingPath, rows: readonly FieldValues[]): WhereOptions | undefined {
  const collection = path.at(-1)!;
  const ties = tiesOf(collection);
  const field = ties.kind === 'oneToMany' ? ties.foreignKey : ties.targetKey;
  const values = rows.map((row) => row[field]).filter((value) => value !== undefined && value !== null);
  if (values.length === 0) return undefined;
  if (ties.kind === 'oneToMany') return { [ties.sourceKey]: values as string[] };
  return parentsOf(collection, { [ties.targetKey]: values as string[] });
}

async function refusing<T>(entity: EntityMetadata, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const violations = violationsIn(error);
    if (violations.length === 0) throw error;
    throw new InvalidEntityError(violations.map((violation) => withoutSecret(entity, violation)));
  }
}

function violationsIn(error: unknown): readonly Violation[] {
  if (error instanceof InvalidEntityError) return error.violations;
  const fault = classifyDatabaseError(error);
  return fault?.kind === 'invalid' ? fault.violations : [];
}

/** A value that no answer shows is not shown by the refusal of it either. */
function withoutSecret({ fields }: EntityMetadata, violation: Violation): Violation {
  const access = fields.get(String(violation.path.at(-1)))?.access;
  return access === 'hidden' || access === 'writeOnly' ? { ...violation, invalidValue: undefined } : violation;
}

function primaryKeysOf({ primaryKey }: EntityMetadata, rows: readonly Entity[]): unknown[] {
  return rows.map((row) => row.get(primaryKey.name));
}

function hasDestroyHooks(model: DomainModel): boolean {
  return model.hasHook('beforeDestroy') || model.hasHook('afterDestroy');
}

function quote(model: DomainModel, column: string): string {
  const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: { quoteIdentifier(name: string): string };
  };
  return queryGenerator.quoteIdentifier(column);
}
