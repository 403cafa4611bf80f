import type { WhereOptions } from 'sequelize';
import { chunksOf, grouped } from '../../foundation';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { associationKeys, type ManyToMany, matchesScope, type OneToMany, whereForeignKey } from '../models/association';
import { type Entity, modelOf } from '../models/domain-model';
import type { KeyLink } from '../statements/collations';
import type { RowSource, WrittenRows } from '../unit-of-work/written-rows';
import { elementLink, keyLookup, parentLink } from './key-lookup';
import { whereKeyIn } from './membership-criteria';
import type { EntityKey } from './place';
import { selectEntities } from './select-entities';
import { selectLinks } from './select-links';
import type { Selection } from './selection';

/** A row with its path from the root of an aggregate. */
export interface LocatedRow {
  readonly path: CollectionPath;
  /** The rows from the root down to the row itself; of a root, possibly its key alone. */
  readonly chain: readonly RowSource[];
  /** Their primary keys as text. */
  readonly keys: readonly string[];
}

const ROWS_PER_STATEMENT = 1000;

/**
 * Locates rows that were written or linked in an aggregate, by the current state of the database. A row that many roots
 * share is located only below the named roots and those that were written too.
 *
 * @param paths from the root; the first is empty, for the root itself
 * @param named keys of roots
 * @returns ordered by path
 */
export async function locateRows(
  root: EntityMetadata,
  paths: readonly CollectionPath[],
  written: WrittenRows,
  named: readonly EntityKey[],
): Promise<readonly LocatedRow[]> {
  if (areRootsAlone(root, paths, written)) return newRoots(root, paths[0]!, written);
  const levels = new Map<string, Level>();
  for (const path of paths) levels.set(nameOf(path), new Level(path, path.at(-1)?.target ?? root));
  for (const level of levels.values())
    await level.addWritten(level.entity.primaryKey.name, written.keysOf(level.model));
  const top = levels.get(nameOf([]))!;
  top.take(await selectBy(root, named.length === 0 ? [] : [whereKeyIn(root, [...named])]));
  const byDepth = [...levels.values()].sort((one, other) => one.path.length - other.path.length).slice(1);
  const above = ({ path }: Level) => levels.get(nameOf(path.slice(0, -1)))!;
  for (const level of byDepth.toReversed()) await addParents(level, above(level), written);
  top.located = [...top.rows].map(([key, row]) => ({ path: top.path, chain: [row], keys: [key] }));
  for (const level of byDepth) level.located = await locateBelow(level, above(level));
  return [...levels.values()].flatMap((level) => level.located.filter(({ chain }) => level.isWritten(chain.at(-1)!)));
}

/** Keys that are read as they were written. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether the keys of the written rows say where they are: they are roots that no other row contains. */
function areRootsAlone(root: EntityMetadata, paths: readonly CollectionPath[], written: WrittenRows): boolean {
  const model = modelOf(root.type);
  return (
    root.key.name === root.primaryKey.name &&
    written.areOnlyOf(model) &&
    paths.every((path) => path.at(-1)?.target !== root) &&
    written.keysOf(model).every((key) => Number.isSafeInteger(key) || (typeof key === 'string' && UUID.test(key)))
  );
}

function newRoots({ type, primaryKey }: EntityMetadata, path: CollectionPath, written: WrittenRows): LocatedRow[] {
  const keys = written.keysOf(modelOf(type)) as readonly (number | string)[];
  return keys.toSorted(inOrder).map((key) => ({
    path,
    chain: [{ get: (name: string) => (name === primaryKey.name ? key : undefined) }],
    keys: [String(key)],
  }));
}

/** As the database sorts them. */
function inOrder(one: number | string, other: number | string): number {
  return one < other ? -1 : 1;
}

/** The rows of one path. */
class Level {
  readonly rows = new Map<string, Entity>();
  located: readonly LocatedRow[] = [];
  /** By field, the values of the rows that were written or linked. */
  readonly #written = new Map<string, ReadonlySet<string>>();

  constructor(
    readonly path: CollectionPath,
    readonly entity: EntityMetadata,
  ) {}

  get model() {
    return modelOf(this.entity.type);
  }

  take(rows: readonly Entity[]): void {
    for (const row of rows) this.rows.set(String(row.get(this.entity.primaryKey.name)), row);
  }

  /**
   * Adds rows that were written or linked, unlike those that are only their parents.
   *
   * @param link of the values to the rows, if they are foreign keys
   */
  async addWritten(field: string, values: readonly unknown[], link?: KeyLink): Promise<void> {
    await this.add(field, values);
    const keyOf = link ? await keyLookup(link, values, this.#valuesOf(field)) : String;
    this.#written.set(field, new Set([...(this.#written.get(field) ?? []), ...values.map(keyOf)]));
  }

  isWritten(row: RowSource): boolean {
    return [...this.#written].some(([field, values]) => values.has(String(row.get(field))));
  }

  /** Adds the rows that have one of these values in a field. */
  async add(field: string, values: readonly unknown[]): Promise<void> {
    const known = new Set(this.#valuesOf(field).map(String));
    const wanted = distinct(values).filter((value) => !known.has(String(value)));
    this.take(
      await selectBy(
        this.entity,
        chunksOf(wanted, ROWS_PER_STATEMENT).map((chunk) => ({ [field]: chunk }) as WhereOptions),
      ),
    );
  }

  #valuesOf(field: string): unknown[] {
    return [...this.rows.values()].map((row) => row.get(field));
  }
}

/** Adds the parents of the rows of a path, by their foreign keys or the written rows of the join table. */
async function addParents(level: Level, above: Level, written: WrittenRows): Promise<void> {
  const association = associationKeys(level.path.at(-1)!);
  if (association.kind === 'oneToMany') {
    const children = [...level.rows.values()].filter((row) =>
      matchesScope(association.scope, row.get() as Record<string, unknown>),
    );
    return above.add(
      association.sourceKey,
      children.map((row) => row.get(association.foreignKey)),
    );
  }
  const links = written.of(association.through);
  await above.add(
    association.sourceKey,
    links.map((values) => values[association.foreignKey]),
  );
  await level.addWritten(
    association.targetKey,
    links.map((values) => values[association.otherKey]),
    elementLink(level.path.at(-1)!, association),
  );
}

async function locateBelow(level: Level, above: Level): Promise<readonly LocatedRow[]> {
  const collection = level.path.at(-1)!;
  const children = [...level.rows.values()];
  if (children.length === 0 || above.located.length === 0) return [];
  const association = associationKeys(collection);
  const parents = grouped(above.located, ({ chain }) => String(chain.at(-1)!.get(association.sourceKey)));
  const pairs =
    association.kind === 'oneToMany'
      ? heldBy(association, children)
      : await linkedTo(collection, association, parents, children);
  const foreignKeys = pairs.map(({ foreignKey }) => foreignKey);
  const keyOf = await keyLookup(parentLink(collection), foreignKeys, parents.keys());
  return pairs.flatMap(({ child, foreignKey }) =>
    (parents.get(keyOf(foreignKey)) ?? []).map(({ chain, keys }) => ({
      path: level.path,
      chain: [...chain, child],
      keys: [...keys, String(child.get(level.entity.primaryKey.name))],
    })),
  );
}

/** A child with the foreign key that refers to a parent. */
interface Pair {
  readonly child: Entity;
  readonly foreignKey: unknown;
}

function heldBy({ foreignKey }: OneToMany, children: readonly Entity[]): Pair[] {
  return children.map((child) => ({ child, foreignKey: child.get(foreignKey) }));
}

async function linkedTo(
  collection: CollectionMetadata,
  association: ManyToMany,
  parents: ReadonlyMap<string, readonly LocatedRow[]>,
  children: readonly Entity[],
): Promise<Pair[]> {
  const { otherKey, sourceKey, targetKey } = association;
  const byKey = grouped(children, (child) => String(child.get(targetKey)));
  const keys = [...parents.values()].map(([parent]) => parent!.chain.at(-1)!.get(sourceKey));
  const pairs: Pair[] = [];
  for (const parentKeys of chunksOf(keys, ROWS_PER_STATEMENT)) {
    for (const childKeys of chunksOf(
      [...byKey.values()].map(([child]) => child.get(targetKey)),
      ROWS_PER_STATEMENT,
    )) {
      const where = { ...whereForeignKey(association, parentKeys), [otherKey]: childKeys } as WhereOptions;
      const links = await selectLinks(association, where);
      const others = links.map(([, other]) => other);
      const keyOf = await keyLookup(elementLink(collection, association), others, childKeys);
      for (const [foreignKey, other] of links) {
        for (const child of byKey.get(keyOf(other)) ?? []) pairs.push({ child, foreignKey });
      }
    }
  }
  return pairs;
}

async function selectBy(entity: EntityMetadata, criteria: readonly WhereOptions[]): Promise<Entity[]> {
  const rows: Entity[] = [];
  for (const where of criteria) {
    const options = { ignoresDefaultScope: true, deleted: 'include', selection: smallFields(entity) } as const;
    rows.push(...(await selectEntities(entity, where, options)));
  }
  return rows;
}

/** Selects all fields except large values. */
function smallFields(entity: EntityMetadata): Selection {
  const fields = [...entity.fields.values()].filter(({ large }) => large === undefined);
  return { entity, fields, references: new Map(), collections: new Map() };
}

function distinct(values: readonly unknown[]): unknown[] {
  const known = values.filter((value) => value !== null && value !== undefined);
  return [...new Map(known.map((value) => [String(value), value])).values()];
}

function nameOf(path: readonly CollectionMetadata[]): string {
  return path.map(({ property }) => property).join('.');
}
