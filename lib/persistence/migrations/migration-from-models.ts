import type { Sequelize } from 'sequelize-typescript';
import type { EntityMetadata } from '../../metadata';
import type { Dialect } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import type { DomainModel } from '../models/domain-model';
import { fullTextColumns } from '../models/full-text';
import { deleteRules } from '../schema/compare-schema';
import { fullTextStatements } from '../schema/full-text';
import { mergeTarget } from '../schema/plan/merge-target';
import { planChanges } from '../schema/plan/plan-changes';
import { parseRename, type Rename, renamedShapes, renameSql, reversed } from '../schema/plan/renames';
import { modelShapes } from '../schema/shapes/model-shapes';
import { storedShapes } from '../schema/shapes/stored-shapes';
import { filledNotes } from '../tables/fallback-value';
import { type ColumnShape, find, sameName, type TableShape } from '../tables/table-shape';

/** A migration to be written to a file. */
export interface WrittenMigration {
  /** The statements in order; empty if models and database agree. */
  readonly up: readonly string[];
  readonly down: readonly string[];
  /** Changes that lose values, in words; left out of the statements unless they are allowed. */
  readonly losses: readonly string[];
  /** Advice on checks before it runs. */
  readonly notes: readonly string[];
}

export interface FromModelsOptions {
  /** As `orders.state=status` for a column, `bills=invoices` for a table. */
  readonly renames?: readonly string[];
  /** Whether to drop columns and tables without a model, and to narrow types. */
  readonly allowsLoss?: boolean;
  /** Whether to add indexes only. */
  readonly indexesOnly?: boolean;
}

/** The statements that change the tables of a database into those of the models, and back. */
export async function migrationFromModels(
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  { renames: given = [], allowsLoss = false, indexesOnly = false }: FromModelsOptions = {},
): Promise<WrittenMigration> {
  const dialect = dialectOf(sequelize);
  const renames = given.map(parseRename);
  const stored = await storedShapes(sequelize);
  const renamed = renames.reduce(renamedShapes, stored);
  const models = Object.values(sequelize.models) as DomainModel[];
  const wanted = modelShapes(models, deleteRules(entities));
  const { tables, losses } = mergeTarget(renamed, wanted, dialect, allowsLoss);
  const target = indexesOnly ? withIndexes(renamed, tables) : tables;
  const fullText = indexesOnly ? { up: [], down: [] } : await fullTextChanges(entities, stored, dialect);
  return {
    up: [...renames.map((one) => renameSql(one, dialect)), ...planChanges(renamed, target, dialect), ...fullText.up],
    down: [...fullText.down, ...planChanges(target, renamed, dialect), ...reverseRenames(renames, dialect)],
    losses: indexesOnly ? [] : losses,
    notes: indexesOnly ? [] : notesOf(renamed, target, losses),
  };
}

function reverseRenames(renames: readonly Rename[], dialect: Dialect): string[] {
  return [...renames].reverse().map((one) => renameSql(reversed(one), dialect));
}

/** The stored tables with the missing indexes. */
function withIndexes(stored: readonly TableShape[], target: readonly TableShape[]): readonly TableShape[] {
  return stored.map((table) => {
    const wanted = find(target, table.name)?.indexes ?? [];
    const added = wanted.filter(
      (index) =>
        !find(table.indexes, index.name) && !index.isUnique && index.columns.every((name) => find(table.columns, name)),
    );
    return { ...table, indexes: [...table.indexes, ...added] };
  });
}

async function fullTextChanges(entities: readonly EntityMetadata[], stored: readonly TableShape[], dialect: Dialect) {
  const up: string[] = [];
  const down: string[] = [];
  for (const column of fullTextColumns(entities)) {
    const statements = await fullTextStatements(column);
    if (!statements) continue;
    up.push(...statements.up);
    if (find(stored, column.table) || dialect.fullText.outlivesTable) down.push(...statements.down);
  }
  return { up, down };
}

/** Notes on changes that may fail, or that fill existing rows with a default. */
function notesOf(from: readonly TableShape[], to: readonly TableShape[], losses: readonly string[]): string[] {
  const others = to.flatMap((table) => {
    const before = find(from, table.name);
    if (!before) return [];
    return table.columns.flatMap((column) => {
      const existing = find(before.columns, column.name);
      if (!existing) return renameHints(column, before, losses);
      const isStricter = existing.isNullable && !column.isNullable && column.default === undefined;
      const place = `${table.name}.${column.name}`;
      return isStricter ? [`${place} is never null from now on: rows without a value make the migration fail`] : [];
    });
  });
  return [...filledNotes(from, to), ...others];
}

function renameHints(column: ColumnShape, before: TableShape, losses: readonly string[]): string[] {
  const dropped = before.columns.filter(
    ({ name, type }) => sameName(type, column.type) && losses.includes(`the column ${before.name}.${name} is dropped`),
  );
  return dropped.map(({ name }) => `--rename ${before.name}.${name}=${column.name} would keep the values of ${name}`);
}
