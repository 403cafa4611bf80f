import type { Sequelize } from 'sequelize';
import type { AggregateMetadata, EntityMetadata, MetadataRegistry } from '../../metadata';
import { associationKeys } from '../models/association';
import { type DomainModel, modelOf, storedName } from '../models/domain-model';
import { treesOf } from '../models/trees';
import { versionFieldOf } from '../sequelize/model-class';
import { gateOf, type WriteGate } from '../unit-of-work/write-gate';
import { NewAggregates } from './new-aggregates';
import { type RootQuery, rootQueries, rootQueriesOfLinks } from './root-queries';
import { RowLocks } from './row-locks';

/** The values of a row by field. */
export type NamedRow = Readonly<Record<string, unknown>>;

/** How the roots of one model are found that rows of a table belong to. */
interface RootLookup {
  readonly locks: RowLocks;
  readonly roots: readonly EntityMetadata[];
  /** The fields of the rows by which they are found. */
  readonly fields: readonly string[];
  readonly queriesFor: (rows: readonly NamedRow[]) => readonly RootQuery[];
}

/** A table whose rows are roots or belong to aggregates. */
export interface WatchedTable {
  readonly model: DomainModel;
  readonly lookups: readonly RootLookup[];
  /** The aggregates whose roots are its rows, if they have a version or invariants. */
  readonly aggregates: readonly AggregateMetadata[];
  /** Set if its rows are a tree. */
  readonly tree?: TreeClass;
}

/** A class whose rows are a tree, with all classes of its registry. */
export interface TreeClass {
  readonly entity: EntityMetadata;
  readonly entities: readonly EntityMetadata[];
}

/** A gate of writes, with its tables. */
interface GateOfTables extends WriteGate {
  readonly tables: WatchedTables;
}

/** The watched tables of the database of an application. */
export function watchedTablesOf(sequelize: Sequelize): WatchedTables {
  return (gateOf(sequelize) as GateOfTables).tables;
}

/** The watched tables of one database. */
export class WatchedTables {
  readonly newAggregates = new NewAggregates();
  readonly #registries = new Set<MetadataRegistry>();
  #tables = new Map<string, WatchedTable>();
  #models = new Map<DomainModel, boolean>();
  #aggregates = new Map<EntityMetadata, AggregateMetadata>();

  add(registry: MetadataRegistry): void {
    this.#registries.add(registry);
    this.#rebuild();
  }

  delete(registry: MetadataRegistry): void {
    this.#registries.delete(registry);
    this.#rebuild();
  }

  /** Undefined for a table whose rows belong to no aggregate. */
  find(table: string): WatchedTable | undefined {
    return this.#tables.get(table);
  }

  /** Whether every write of rows of a model needs a unit of work; undefined for a model that belongs to no aggregate. */
  needsUnit(model: DomainModel): boolean | undefined {
    return this.#models.get(model);
  }

  /** The aggregate of a root; undefined for another class, or before its application has started. */
  aggregateOf(root: EntityMetadata): AggregateMetadata | undefined {
    return this.#aggregates.get(root);
  }

  #rebuild(): void {
    const registries = [...this.#registries];
    this.#aggregates = new Map(registries.flatMap(({ aggregates }) => aggregates.map((one) => [one.root, one])));
    this.#tables = new Map();
    for (const one of registries.flatMap(tablesOf)) {
      const other = this.#tables.get(storedName(one.model));
      this.#tables.set(storedName(one.model), other ? joined(other, one) : one);
    }
    this.#models = new Map([...this.#tables.values()].map((table) => [table.model, needsUnit(table)]));
  }
}

/** Whether a write of its rows needs a unit of work: to lock rows, increment versions or check invariants. */
export function needsUnit({ lookups, aggregates, tree }: WatchedTable): boolean {
  return lookups.length > 0 || tree !== undefined || aggregates.some(({ root }) => root.hasInvariants);
}

function joined(one: WatchedTable, other: WatchedTable): WatchedTable {
  return {
    model: one.model,
    lookups: [...one.lookups, ...other.lookups],
    aggregates: [...one.aggregates, ...other.aggregates],
    tree: one.tree ?? other.tree,
  };
}

function tablesOf(registry: MetadataRegistry): WatchedTable[] {
  const { entities, aggregates } = registry;
  const tables = entities.map((entity) => entityTable(entity, registry));
  const locks = RowLocks.of(registry);
  const joins = new Map<DomainModel, WatchedTable>();
  for (const { aggregate, path } of aggregates.flatMap((one) => one.paths.map((path) => ({ aggregate: one, path })))) {
    const association = associationKeys(path.at(-1)!);
    if (association.kind !== 'manyToMany' || !isWatched(aggregate)) continue;
    const fields = [association.foreignKey, ...Object.keys(association.foreignKeyScope)];
    const queriesFor = (rows: readonly NamedRow[]) => rootQueriesOfLinks({ aggregate, path }, rows);
    const lookup = { locks, roots: [aggregate.root], fields, queriesFor };
    const before = joins.get(association.through);
    joins.set(association.through, {
      model: association.through,
      lookups: [...(before?.lookups ?? []), lookup],
      aggregates: [],
    });
  }
  return [...tables, ...joins.values()].filter(
    ({ lookups, aggregates: own, tree }) => lookups.length + own.length > 0 || tree,
  );
}

function entityTable(entity: EntityMetadata, registry: MetadataRegistry): WatchedTable {
  const locks = RowLocks.of(registry);
  const paths = locks.pathsTo(entity).filter(({ aggregate }) => isWatched(aggregate));
  const own = registry.aggregates.filter((aggregate) => aggregate.root === entity && isWatched(aggregate));
  const fields = paths.flatMap(({ path }) => {
    const association = associationKeys(path.at(-1)!);
    return [
      association.kind === 'oneToMany' ? association.foreignKey : association.targetKey,
      ...Object.keys(association.scope),
    ];
  });
  const queriesFor = (rows: readonly NamedRow[]) => rootQueries([{ entity, rows }], new Map([[entity, paths]]));
  const roots = paths.map(({ aggregate }) => aggregate.root);
  const lookups = paths.length > 0 ? [{ locks, roots, fields, queriesFor }] : [];
  const { entities } = registry;
  const tree = treesOf(entity, entities).length > 0 ? { entity, entities } : undefined;
  return { model: modelOf(entity.type), lookups, aggregates: own, tree };
}

/** Whether the aggregate has a version to increment or invariants to check. */
function isWatched({ root }: AggregateMetadata): boolean {
  return root.hasInvariants || versionFieldOf(modelOf(root.type)) !== undefined;
}
