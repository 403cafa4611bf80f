import type { AggregateMetadata, CollectionMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';
import { associationKeys } from '../models/association';
import type { Entity } from '../models/domain-model';
import { keySelection } from '../reads/key-selection';
import { type HoldingPath, holdingPaths } from '../reads/membership-criteria';
import { selectEntities } from '../reads/select-entities';
import { type Held, type HoldingWay, holdingWays, linkWays } from './holding-ways';
import { type Link, rowOf } from './join-rows';
import { lockRanks } from './lock-order';

/** Locked roots of one aggregate. */
export interface LockedRoots {
  readonly aggregate: AggregateMetadata;
  /** Only the keys are loaded. */
  readonly roots: readonly Entity[];
}

/** The primary keys of rows of one class. */
export interface RowKeys {
  readonly entity: EntityMetadata;
  readonly keys: readonly unknown[];
}

/** Locked rows, by class and by the text of their primary key. */
export type LockedRows = ReadonlyMap<EntityMetadata, ReadonlyMap<string, Entity>>;

const NONE: LockedRows = new Map();
const known = new WeakMap<MetadataRegistry, RowLocks>();

/** Locks rows class by class in the order of {@link lockRanks}, those of one class in the order of their primary keys. */
export class RowLocks {
  readonly #ranks: ReadonlyMap<EntityMetadata, number>;
  readonly #holding: ReadonlyMap<EntityMetadata, readonly HoldingPath[]>;
  readonly #otherSides = new Map<CollectionMetadata, readonly HoldingPath[]>();

  private constructor({ entities, aggregates }: MetadataRegistry) {
    this.#ranks = lockRanks(entities);
    this.#holding = new Map(entities.map((entity) => [entity, holdingPaths(entity, aggregates)]));
  }

  /** Cached by registry. */
  static of(registry: MetadataRegistry): RowLocks {
    const locks = known.get(registry) ?? new RowLocks(registry);
    known.set(registry, locks);
    return locks;
  }

  /** Whether the classes are in the order in which rows are locked. */
  isInOrder(entities: readonly EntityMetadata[]): boolean {
    const ranks = entities.map((entity) => this.#ranks.get(entity)!);
    return ranks.every((rank, index) => index === 0 || ranks[index - 1]! < rank);
  }

  /** The roots that an entity of the class may belong to, other than by the path `except`. */
  holdersOf(entity: EntityMetadata, except?: Held['except']): readonly EntityMetadata[] {
    const holding = this.#holding.get(entity)!.filter(({ path }) => path !== except);
    return holding.map(({ aggregate }) => aggregate.root);
  }

  /** The paths from roots to entities of the class. */
  pathsTo(entity: EntityMetadata): readonly HoldingPath[] {
    return this.#holding.get(entity)!;
  }

  /** Whether an entity of the class can belong to one root only. */
  hasOneHolder(entity: EntityMetadata): boolean {
    const [way, ...others] = this.#holding.get(entity)!;
    return way !== undefined && others.length === 0 && way.path.every(({ kind }) => kind !== 'manyToMany');
  }

  /** Whether another many-to-many collection has the same join table, with parents and children exchanged. */
  hasOtherSide(collection: CollectionMetadata): boolean {
    return this.#otherSidesOf(collection).length > 0;
  }

  /** Locks the roots on the other side of links, whose aggregates change with the links. */
  async lockOtherSides(collection: CollectionMetadata, links: readonly Link[]): Promise<LockedRoots[]> {
    const sides = this.#otherSidesOf(collection);
    const association = associationKeys(collection);
    if (sides.length === 0 || links.length === 0 || association.kind !== 'manyToMany') return [];
    const rows = links.map((one) => rowOf(association, one));
    return this.lockWays(sides.flatMap((side) => linkWays(side, rows)));
  }

  #otherSidesOf(collection: CollectionMetadata): readonly HoldingPath[] {
    const sides = this.#otherSides.get(collection) ?? otherSidesOf(collection, [...this.#holding.values()].flat());
    this.#otherSides.set(collection, sides);
    return sides;
  }

  /** The keys of the roots that rows with these values belong to; not locked. */
  async holderKeys(held: readonly Held[]): Promise<RowKeys[]> {
    const found: RowKeys[] = [];
    for (const { aggregate, criteria, keys } of holdingWays(held, this.#holding)) {
      const entity = aggregate.root;
      found.push({ entity, keys: keys ?? (await keysOf(entity, criteria)) });
    }
    return found;
  }

  async lock(rows: readonly RowKeys[]): Promise<LockedRows> {
    const locked = new Map<EntityMetadata, ReadonlyMap<string, Entity>>();
    for (const [entity, parts] of this.#inOrder(rows, ({ entity }) => entity)) {
      const keys = distinct(parts.flatMap((part) => part.keys));
      if (keys.length > 0)
        locked.set(entity, byKey(entity, await lockRows(entity, { [entity.primaryKey.name]: keys })));
    }
    return locked;
  }

  /**
   * Locks the roots that rows with these values belong to.
   *
   * @param locked rows that are locked already; no statement is sent if all roots are among them
   */
  async lockHolders(held: readonly Held[], locked: LockedRows = NONE): Promise<LockedRoots[]> {
    return this.lockWays(holdingWays(held, this.#holding), locked);
  }

  /** {@link lockHolders} for roots whose criteria are known. */
  async lockWays(ways: readonly HoldingWay[], locked: LockedRows = NONE): Promise<LockedRoots[]> {
    const holders: LockedRoots[] = [];
    for (const [aggregate, own] of this.#inOrder(ways, ({ aggregate }) => aggregate.root)) {
      const roots = lockedAmong(own, locked.get(aggregate)) ?? (await lockHolding(aggregate, own));
      if (roots.length > 0) holders.push({ aggregate: own[0]!.aggregate, roots });
    }
    return holders;
  }

  #inOrder<T>(items: readonly T[], entityOf: (item: T) => EntityMetadata): [EntityMetadata, T[]][] {
    const groups = new Map<EntityMetadata, T[]>();
    for (const item of items) groups.set(entityOf(item), [...(groups.get(entityOf(item)) ?? []), item]);
    return [...groups].sort(([one], [other]) => this.#ranks.get(one)! - this.#ranks.get(other)!);
  }
}

/** The paths that end in a collection with the same join table, and the other of its two keys. */
function otherSidesOf(collection: CollectionMetadata, holding: readonly HoldingPath[]): readonly HoldingPath[] {
  const own = associationKeys(collection);
  if (own.kind !== 'manyToMany') return [];
  return holding.filter(({ path }) => {
    const association = associationKeys(path.at(-1)!);
    return (
      association.kind === 'manyToMany' &&
      association.through === own.through &&
      association.foreignKey !== own.foreignKey
    );
  });
}

/** The locked roots; undefined unless the keys of all are known and locked. */
function lockedAmong(ways: readonly HoldingWay[], locked: ReadonlyMap<string, Entity> | undefined) {
  if (!locked || ways.some(({ keys }) => keys === undefined)) return undefined;
  const names = new Set(ways.flatMap(({ keys }) => keys!.map(String)));
  const roots = [...names].map((name) => locked.get(name));
  return roots.every((root) => root !== undefined) ? roots : undefined;
}

/** Locks all roots in one statement, since several statements would not lock in the order of the keys. */
async function lockHolding(root: EntityMetadata, [way, ...others]: readonly HoldingWay[]): Promise<Entity[]> {
  if (others.length === 0) return lockRows(root, way!.criteria);
  const keys: unknown[] = [];
  for (const one of [way!, ...others]) keys.push(...(one.keys ?? (await keysOf(root, one.criteria))));
  return lockRows(root, { [root.primaryKey.name]: distinct(keys) });
}

function lockRows(entity: EntityMetadata, criteria: HoldingWay['criteria']): Promise<Entity[]> {
  return selectEntities(entity, criteria, { lock: true, selection: keySelection(entity) });
}

async function keysOf(entity: EntityMetadata, criteria: HoldingWay['criteria']): Promise<unknown[]> {
  const found = await selectEntities(entity, criteria, { selection: keySelection(entity) });
  return found.map((row) => row.get(entity.primaryKey.name));
}

function distinct(keys: readonly unknown[]): unknown[] {
  return [...new Map(keys.map((key) => [String(key), key])).values()];
}

function byKey({ primaryKey }: EntityMetadata, rows: readonly Entity[]): ReadonlyMap<string, Entity> {
  return new Map(rows.map((row) => [String(row.get(primaryKey.name)), row]));
}
