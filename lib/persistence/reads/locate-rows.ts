import type { WhereOptions } from 'sequelize';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { type ManyToMany, matchesScope, type OneToMany, tiesOf, whereForeignKey } from '../models/association';
import { withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf } from '../models/domain-model';
import type { WrittenRows } from '../unit-of-work/written-rows';
import { whereKeyIn } from './membership-criteria';
import type { EntityKey } from './place';
import { selectEntities } from './select-entities';
import type { Selection } from './selection';

/** A row at the end of a way from a root of an aggregate. */
export interface LocatedRow {
  readonly path: CollectionPath;
  /** From the root down to the row itself. */
  readonly chain: readonly Entity[];
  /** The texts of their primary keys. */
  readonly keys: readonly string[];
}

const ROWS_PER_STATEMENT = 1000;

/**
 * Where rows that were written or linked stand in an aggregate, as the database has it now. A row that
 * many roots share is sought below those alone that are named, or were written too.
 *
 * @param paths from the root, its own first, which is empty
 * @param named keys of roots
 * @returns path by path
 */
export async function locateRows(
  root: EntityMetadata,
  paths: readonly CollectionPath[],
  written: WrittenRows,
  named: readonly EntityKey[],
): Promise<readonly LocatedRow[]> {
  const levels = new Map<string, Level>();
  for (const path of paths) levels.set(nameOf(path), new Level(path, path.at(-1)?.target ?? root));
  for (const level of levels.values())
    await level.addWritten(level.entity.primaryKey.name, written.keysOf(level.model));
  const top = levels.get(nameOf([]))!;
  top.take(await selectBy(root, named.length === 0 ? [] : [whereKeyIn(root, [...named])]));
  const byDepth = [...levels.values()].sort((one, other) => one.path.length - other.path.length).slice(1);
  const above = ({ path }: Level) => levels.get(nameOf(path.slice(0, -1)))!;
  for (const level of byDepth.toReversed()) await addParents(level, above(level), written);
  top.standing = [...top.rows].map(([key, row]) => ({ path: top.path, chain: [row], keys: [key] }));
  for (const level of byDepth) level.standing = await locateBelow(level, above(level));
  return [...levels.values()].flatMap((level) => level.standing.filter(({ chain }) => level.isWritten(chain.at(-1)!)));
}

/** The rows of one path. */
class Level {
  readonly rows = new Map<string, Entity>();
  standing: readonly LocatedRow[] = [];
  /** By field, the values of rows that were written, or linked. */
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

  /** The same for rows that were written, or linked: those of the other state that only stand above them are not. */
  async addWritten(field: string, values: readonly unknown[]): Promise<void> {
    this.#written.set(field, new Set([...(this.#written.get(field) ?? []), ...values.map(String)]));
    await this.add(field, values);
  }

  isWritten(row: Entity): boolean {
    return [...this.#written].some(([field, values]) => values.has(String(row.get(field))));
  }

  /** Adds the rows that have one of these values in a field. */
  async add(field: string, values: readonly unknown[]): Promise<void> {
    const known = new Set([...this.rows.values()].map((row) => String(row.get(field))));
    const wanted = distinct(values).filter((value) => !known.has(String(value)));
    this.take(
      await selectBy(
        this.entity,
        chunks(wanted).map((chunk) => ({ [field]: chunk }) as WhereOptions),
      ),
    );
  }
}

/** Adds the parents of the rows of a path, as far as the rows, or what was written of a join table, name them. */
async function addParents(level: Level, above: Level, written: WrittenRows): Promise<void> {
  const ties = tiesOf(level.path.at(-1)!);
  if (ties.kind === 'oneToMany') {
    const children = [...level.rows.values()].filter((row) =>
      matchesScope(ties.scope, row.get() as Record<string, unknown>),
    );
    return above.add(
      ties.sourceKey,
      children.map((row) => row.get(ties.foreignKey)),
    );
  }
  const links = written.of(ties.through);
  await above.add(
    ties.sourceKey,
    links.map((values) => values[ties.foreignKey]),
  );
  await level.addWritten(
    ties.targetKey,
    links.map((values) => values[ties.otherKey]),
  );
}

async function locateBelow(level: Level, above: Level): Promise<readonly LocatedRow[]> {
  const collection = level.path.at(-1)!;
  const children = [...level.rows.values()];
  if (children.length === 0 || above.standing.length === 0) return [];
  const ties = tiesOf(collection);
  const parents = grouped(above.standing, ({ chain }) => chain.at(-1)!.get(ties.sourceKey));
  const pairs = ties.kind === 'oneToMany' ? heldBy(ties, children) : await linkedTo(ties, parents, children);
  return pairs.flatMap(({ child, key }) =>
    (parents.get(key) ?? []).map(({ chain, keys }) => ({
      path: level.path,
      chain: [...chain, child],
      keys: [...keys, String(child.get(level.entity.primaryKey.name))],
    })),
  );
}

/** A child, and the text of what it holds of a parent. */
interface Pair {
  readonly child: Entity;
  readonly key: string;
}

function heldBy({ foreignKey }: OneToMany, children: readonly Entity[]): Pair[] {
  return children.map((child) => ({ child, key: String(child.get(foreignKey)) }));
}

async function linkedTo(
  ties: ManyToMany,
  parents: ReadonlyMap<string, readonly LocatedRow[]>,
  children: readonly Entity[],
): Promise<Pair[]> {
  const { through, foreignKey, otherKey, sourceKey, targetKey } = ties;
  const byKey = grouped(children, (child) => child.get(targetKey));
  const keys = [...parents.values()].map(([parent]) => parent!.chain.at(-1)!.get(sourceKey));
  const pairs: Pair[] = [];
  for (const some of chunks(keys)) {
    for (const others of chunks(children.map((child) => child.get(targetKey)))) {
      const where = { ...whereForeignKey(ties, some), [otherKey]: others } as WhereOptions;
      const links = await withoutDefaultScope(through).findAll({
        where,
        attributes: [foreignKey, otherKey],
        raw: true,
      });
      for (const link of links as unknown as Record<string, unknown>[]) {
        for (const child of byKey.get(String(link[otherKey])) ?? [])
          pairs.push({ child, key: String(link[foreignKey]) });
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

/** All fields but those of large values. */
function smallFields(entity: EntityMetadata): Selection {
  const fields = [...entity.fields.values()].filter(({ large }) => large === undefined);
  return { entity, fields, references: new Map(), collections: new Map() };
}

function chunks<T>(values: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += ROWS_PER_STATEMENT) parts.push(values.slice(at, at + ROWS_PER_STATEMENT));
  return parts;
}

function distinct(values: readonly unknown[]): unknown[] {
  const known = values.filter((value) => value !== null && value !== undefined);
  return [...new Map(known.map((value) => [String(value), value])).values()];
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = String(keyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function nameOf(path: readonly CollectionMetadata[]): string {
  return path.map(({ property }) => property).join('.');
}
