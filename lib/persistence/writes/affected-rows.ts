import { Op, Utils, type WhereOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import { balanced } from '../models/balanced-criteria';
import { columnOf, type DomainModel } from '../models/domain-model';
import { previousValuesOf, valuesOf } from '../sequelize/instance';
import { indexesOf } from '../sequelize/model-class';
import { selectColumns } from './select-columns';
import type { NamedRow, WatchedTable } from './watched-tables';
import type { Write } from './write';

type Row = Readonly<Record<string, unknown>>;

/** Whether the affected rows have to be read before the write. */
export function mustRead(watched: WatchedTable, write: Write): boolean {
  if (write.where === undefined) return false;
  const { instance } = write;
  if (!instance) return true;
  // An instance may have been read with some of its fields only.
  const previous = previousValuesOf(instance);
  return fieldsOf(watched).some((name) => previous[name] === undefined);
}

/** The affected rows that are known without a query, with their old and their new values. */
export function knownRows(watched: WatchedTable, { instance, rows = [] }: Write): NamedRow[] {
  return instance ? [previousValuesOf(instance), valuesOf(instance)] : rows.map((row) => named(watched, row));
}

/** Reads the fields of stored rows by which their roots are found. */
export async function readRows(watched: WatchedTable, where: WhereOptions, isLocking: boolean): Promise<NamedRow[]> {
  const names = fieldsOf(watched);
  if (names.length === 0) return [];
  const columns = names.map((name) => columnOf(watched.model, name));
  return (await selectColumns(watched.model, columns, where, { group: columns, isLocking })).map((row) =>
    named(watched, row),
  );
}

/** Locks rows and returns their primary keys. */
export async function lockedKeys({ model }: WatchedTable, where: WhereOptions): Promise<unknown[]> {
  const column = columnOf(model, model.primaryKeyAttribute);
  return (await selectColumns(model, [column], where, { isLocking: true })).map((row) => row[column]);
}

/** The rows with the values that a statement sets; none if it sets expressions, whose values only the database knows. */
export function changedRows(watched: WatchedTable, rows: readonly NamedRow[], values: Row = {}): NamedRow[] {
  const changes = Object.entries(named(watched, values)).filter(([, value]) => value !== undefined);
  if (changes.length === 0 || setsExpression(watched, values)) return [];
  return rows.map((row) => ({ ...row, ...Object.fromEntries(changes) }));
}

/** Whether a field by which roots are found is set to an expression, whose value only the database knows. */
export function setsExpression(watched: WatchedTable, values: Row = {}): boolean {
  return Object.values(named(watched, values)).some((value) => value instanceof Utils.SequelizeMethod);
}

/** Criteria for stored rows with the same unique keys as these; undefined if no row has a value for one. */
export function sameKeys(model: DomainModel, rows: readonly Row[]): WhereOptions | undefined {
  const primary = Object.values(model.primaryKeys).map(({ field }) => field);
  const unique = Object.values(model.uniqueKeys).map(({ fields }) => fields);
  const indexed = indexesOf(model)
    .filter((index) => index.unique)
    .map(({ fields = [] }) => fields as readonly string[]);
  const keys = [primary, ...unique, ...indexed].filter((key) => key.length > 0);
  const found = rows.flatMap((row) =>
    keys
      .filter((key) => key.every((column) => (ownValue(row, column) ?? null) !== null))
      .map((key) => Object.fromEntries(key.map((column) => [column, ownValue(row, column)]))),
  );
  return found.length === 0 ? undefined : balanced(Op.or, found);
}

function fieldsOf({ lookups }: WatchedTable): string[] {
  return [...new Set(lookups.flatMap(({ fields }) => fields))];
}

function named(watched: WatchedTable, row: Row): NamedRow {
  return Object.fromEntries(fieldsOf(watched).map((name) => [name, ownValue(row, columnOf(watched.model, name))]));
}
