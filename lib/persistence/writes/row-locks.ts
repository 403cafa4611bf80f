import { oncePer } from '../../foundation';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';
import { associationKeys } from '../models/association';
import type { Entity } from '../models/domain-model';
import { keySelection } from '../reads/key-selection';
import { type RootPath, rootPathsTo } from '../reads/membership-criteria';
import { selectEntities } from '../reads/select-entities';
import { type Link, rowOf } from './join-rows';
import { distinctKeys } from './keys-among';
import { lockRanks } from './lock-order';
import { type MemberRows, type RootQuery, rootQueries, rootQueriesOfLinks } from './root-queries';

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

/** Locks rows class by class in the order of {@link lockRanks}, those of one class in the order of their primary keys. */
export class RowLocks {
  readonly #ranks: ReadonlyMap<EntityMetadata, number>;
  readonly #pathsTo: ReadonlyMap<EntityMetadata, readonly RootPath[]>;
  readonly #otherSides = new Map<CollectionMetadata, readonly RootPath[]>();

  private constructor({ entities, aggregates }: MetadataRegistry) {
    this.#ranks = lockRanks(entities);
    this.#pathsTo = new Map(entities.map((entity) => [entity, rootPathsTo(entity, aggregates)]));
  }

  /** Those of a registry. */
  static readonly of = oncePer((registry: MetadataRegistry) => new RowLocks(registry));

  /** Whether the classes are in the order in which rows are locked. */
  isInOrder(entities: readonly EntityMetadata[]): boolean {
    const ranks = entities.map((entity) => this.#ranks.get(entity)!);
    return ranks.every((rank, index) => index === 0 || ranks[index - 1]! < rank);
  }

  /** The roots that an entity of the class may belong to, other than by the path `except`. */
  owningRootsOf(entity: EntityMetadata, except?: MemberRows['except']): readonly EntityMetadata[] {
    const paths = this.#pathsTo.get(entity)!.filter(({ path }) => path !== except);
    return paths.map(({ aggregate }) => aggregate.root);
  }

  /** The paths from roots to entities of the class. */
  pathsTo(entity: EntityMetadata): readonly RootPath[] {
    return this.#pathsTo.get(entity)!;
  }

  /** Whether an entity of the class can belong to one root only. */
  hasOneRoot(entity: EntityMetadata): boolean {
    const [only, ...others] = this.#pathsTo.get(entity)!;
    return only !== undefined && others.length === 0 && only.path.every(({ kind }) => kind !== 'manyToMany');
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
    return this.lockRoots(sides.flatMap((side) => rootQueriesOfLinks(side, rows)));
  }

  #otherSidesOf(collection: CollectionMetadata): readonly RootPath[] {
    const sides = this.#otherSides.get(collection) ?? otherSidesOf(collection, [...this.#pathsTo.values()].flat());
    this.#otherSides.set(collection, sides);
    return sides;
  }

  /** The keys of the roots that rows with these values belong to; not locked. */
  async owningRootKeys(members: readonly MemberRows[]): Promise<RowKeys[]> {
    const found: RowKeys[] = [];
    for (const { aggregate, criteria, keys } of rootQueries(members, this.#pathsTo)) {
      const entity = aggregate.root;
      found.push({ entity, keys: keys ?? (await keysOf(entity, criteria)) });
    }
    return found;
  }

  async lock(rows: readonly RowKeys[]): Promise<LockedRows> {
    const locked = new Map<EntityMetadata, ReadonlyMap<string, Entity>>();
    for (const [entity, parts] of this.#inOrder(rows, ({ entity }) => entity)) {
      const keys = distinctKeys(parts.flatMap((part) => part.keys));
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
  async lockOwningRoots(members: readonly MemberRows[], locked: LockedRows = NONE): Promise<LockedRoots[]> {
    return this.lockRoots(rootQueries(members, this.#pathsTo), locked);
  }

  /** {@link lockOwningRoots} for roots whose criteria are known. */
  async lockRoots(queries: readonly RootQuery[], locked: LockedRows = NONE): Promise<LockedRoots[]> {
    const owningRoots: LockedRoots[] = [];
    for (const [aggregate, own] of this.#inOrder(queries, ({ aggregate }) => aggregate.root)) {
      const roots = lockedAmong(own, locked.get(aggregate)) ?? (await lockQueried(aggregate, own));
      if (roots.length > 0) owningRoots.push({ aggregate: own[0]!.aggregate, roots });
    }
    return owningRoots;
  }

  #inOrder<T>(items: readonly T[], entityOf: (item: T) => EntityMetadata): [EntityMetadata, T[]][] {
    const groups = new Map<EntityMetadata, T[]>();
    for (const item of items) groups.set(entityOf(item), [...(groups.get(entityOf(item)) ?? []), item]);
    return [...groups].sort(([one], [other]) => this.#ranks.get(one)! - this.#ranks.get(other)!);
  }
}

/** The paths that end in a collection with the same join table, and the other of its two keys. */
function otherSidesOf(collection: CollectionMetadata, paths: readonly RootPath[]): readonly RootPath[] {
  const own = associationKeys(collection);
  if (own.kind !== 'manyToMany') return [];
  return paths.filter(({ path }) => {
    const association = associationKeys(path.at(-1)!);
    return (
      association.kind === 'manyToMany' &&
      association.through === own.through &&
      association.foreignKey !== own.foreignKey
    );
  });
}

/** The locked roots; undefined unless the keys of all are known and locked. */
function lockedAmong(queries: readonly RootQuery[], locked: ReadonlyMap<string, Entity> | undefined) {
  if (!locked || queries.some(({ keys }) => keys === undefined)) return undefined;
  const names = new Set(queries.flatMap(({ keys }) => keys!.map(String)));
  const roots = [...names].map((name) => locked.get(name));
  return roots.every((root) => root !== undefined) ? roots : undefined;
}

/** Locks all roots in one statement, since several statements would not lock in the order of the keys. */
async function lockQueried(root: EntityMetadata, [first, ...others]: readonly RootQuery[]): Promise<Entity[]> {
  if (others.length === 0) return lockRows(root, first!.criteria);
  const keys: unknown[] = [];
  for (const one of [first!, ...others]) keys.push(...(one.keys ?? (await keysOf(root, one.criteria))));
  return lockRows(root, { [root.primaryKey.name]: distinctKeys(keys) });
}

function lockRows(entity: EntityMetadata, criteria: RootQuery['criteria']): Promise<Entity[]> {
  return selectEntities(entity, criteria, { lock: true, selection: keySelection(entity) });
}

async function keysOf(entity: EntityMetadata, criteria: RootQuery['criteria']): Promise<unknown[]> {
  const found = await selectEntities(entity, criteria, { selection: keySelection(entity) });
  return found.map((row) => row.get(entity.primaryKey.name));
}

function byKey({ primaryKey }: EntityMetadata, rows: readonly Entity[]): ReadonlyMap<string, Entity> {
  return new Map(rows.map((row) => [String(row.get(primaryKey.name)), row]));
}
