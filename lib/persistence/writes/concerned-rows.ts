import { Op, Utils, type WhereOptions } from 'sequelize';
import { type DomainModel, type Entity, isModelInstance, type RowValues } from '../models/domain-model';
import type { NamedRow, WatchedTable } from './watched-tables';

type Row = Readonly<Record<string, unknown>>;

/** The values that a statement is about to write, as Sequelize hands them over: by the names of columns. */
export interface TableWrite {
  readonly kind: 'insert' | 'upsert' | 'update' | 'delete' | 'bulkInsert' | 'bulkUpdate' | 'bulkDelete' | 'increment';
  readonly table: unknown;
  readonly options: WriteOptions | null | undefined;
  readonly instance?: (Entity & RowValues) | null;
  /** Rows that are new, or may be. */
  readonly rows?: readonly Row[];
  /** For the rows that are changed or deleted. */
  readonly where?: WhereOptions;
  /** The values of those rows afterwards. */
  readonly values?: Row;
  /** Sends the statement for one of the new rows, and gives the key that the database gave it. */
  readonly sendOne?: (row: Row) => Promise<unknown>;
}

interface WriteOptions {
  readonly transaction?: unknown;
  readonly truncate?: boolean;
  readonly updateOnDuplicate?: readonly string[];
  readonly ignoreDuplicates?: boolean;
}

/** Whether the rows that a write concerns have to be read first. */
export function mustRead(watched: WatchedTable, write: TableWrite): boolean {
  if (write.where === undefined) return false;
  const { instance } = write;
  if (!instance) return true;
  // Of an instance that was read in part, the row knows more.
  return fieldsOf(watched).some((name) => instance._previousDataValues[name] === undefined);
}

/** The rows that are known without a question, as they were and as they will be. */
export function knownRows(watched: WatchedTable, { instance, rows = [] }: TableWrite): NamedRow[] {
  const written = rows.map((row) => named(watched, row));
  return isModelInstance(instance) ? [instance._previousDataValues, instance.dataValues, ...written] : written;
}

/** The rows that are there, as far as they tell who holds them. */
export async function readRows(watched: WatchedTable, where: WhereOptions, isLocking: boolean): Promise<NamedRow[]> {
  const names = fieldsOf(watched);
  if (names.length === 0) return [];
  const columns = names.map((name) => columnOf(watched.model, name));
  return (await selectColumns(watched.model, columns, where, { group: columns, isLocking })).map((row) =>
    named(watched, row),
  );
}

/** The primary keys of rows, which are locked. */
export async function lockedKeys({ model }: WatchedTable, where: WhereOptions): Promise<unknown[]> {
  const column = columnOf(model, model.primaryKeyAttribute);
  return (await selectColumns(model, [column], where, { isLocking: true })).map((row) => row[column]);
}

/** The rows with what a statement sets, where it says so itself. */
export function changedRows(watched: WatchedTable, rows: readonly NamedRow[], values: Row = {}): NamedRow[] {
  const changes = Object.entries(named(watched, values)).filter(([, value]) => value !== undefined);
  if (changes.length === 0 || setsExpression(watched, values)) return [];
  return rows.map((row) => ({ ...row, ...Object.fromEntries(changes) }));
}

/** Whether the database alone knows who holds the rows then. */
export function setsExpression(watched: WatchedTable, values: Row = {}): boolean {
  return Object.values(named(watched, values)).some((value) => value instanceof Utils.SequelizeMethod);
}

/** Criteria for rows that are there and have the same unique keys; undefined where no row says one. */
export function sameKeys({ model }: WatchedTable, rows: readonly Row[]): WhereOptions | undefined {
  const primary = Object.values(model.primaryKeys).map(({ field }) => field);
  const unique = Object.values(model.uniqueKeys).map(({ fields }) => fields);
  const indexed = model._indexes.filter((index) => index.unique).map(({ fields = [] }) => fields as readonly string[]);
  const keys = [primary, ...unique, ...indexed].filter((key) => key.length > 0);
  const found = rows.flatMap((row) =>
    keys
      .filter((key) => key.every((column) => (row[column] ?? null) !== null))
      .map((key) => Object.fromEntries(key.map((column) => [column, row[column]]))),
  );
  return found.length === 0 ? undefined : { [Op.or]: found };
}

export function columnOf(model: DomainModel, name: string): string {
  return (model.getAttributes()[name] as { readonly field?: string } | undefined)?.field ?? name;
}

function fieldsOf({ held }: WatchedTable): string[] {
  return [...new Set(held.flatMap(({ fields }) => fields))];
}

function named(watched: WatchedTable, row: Row): NamedRow {
  return Object.fromEntries(fieldsOf(watched).map((name) => [name, row[columnOf(watched.model, name)]]));
}

interface Selecting {
  readonly group?: readonly string[];
  readonly isLocking: boolean;
}

async function selectColumns(
  model: DomainModel,
  attributes: readonly string[],
  where: WhereOptions,
  { group, isLocking }: Selecting,
): Promise<Row[]> {
  const lock = isLocking ? { lock: true } : {};
  const options = { attributes, where, raw: true, ...lock, ...(group ? { group } : {}) };
  const queryInterface = model.sequelize!.getQueryInterface();
  return (await queryInterface.select(model as never, model.getTableName() as string, options as never)) as Row[];
}
