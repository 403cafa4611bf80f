import type { IndexesOptions } from 'sequelize';
import { PersistenceError } from '../errors';
import { type DomainModel, storedName } from '../models/domain-model';

/** An index as the database has it. */
interface StoredIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly primary?: boolean;
  readonly fields: readonly { readonly attribute: string }[];
}

/** An index that a model declares. */
export interface Wanted {
  readonly name?: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
  readonly options: IndexesOptions;
}

/** The errors of the databases for an index on a view. */
const ON_VIEW = /is not BASE TABLE|views may not be indexed/;

/** The limit of MariaDB and MySQL, in characters; SQLite has none. */
const LONGEST_NAME = 64;

/**
 * Creates the indexes that a model declares and its table lacks.
 *
 * @throws PersistenceError UNIQUE_IMPOSSIBLE where rows have the same values
 */
export async function addMissingIndexes(model: DomainModel): Promise<void> {
  const stored = await storedIndexes(model);
  for (const wanted of wantedIndexes(model)) {
    if (!stored.some((index) => isSame(index, wanted))) await addIndex(model, wanted);
  }
}

/** The columns of unique indexes that a table has and its model does not declare. */
export async function undeclaredUniques(model: DomainModel): Promise<readonly string[]> {
  const declared = wantedIndexes(model).filter(({ unique }) => unique);
  const keys = Object.values(model.primaryKeys).map(({ field }) => field);
  const known = [...declared.map(({ columns }) => columns), keys].map(keyOf);
  const stored = (await storedIndexes(model)).filter(({ unique, primary }) => unique && !primary);
  const columns = stored.map(({ fields }) => fields.map(({ attribute }) => attribute));
  return columns.filter((names) => !known.includes(keyOf(names))).map((names) => names.join(', '));
}

/** Whether the values of a column are unique in the database. */
export async function hasUniqueIndex(model: DomainModel, column: string): Promise<boolean> {
  const isKey = Object.values(model.primaryKeys).some(({ field }) => field === column);
  const stored = await storedIndexes(model);
  return (
    isKey ||
    stored.some(({ unique, fields }) => unique && keyOf(fields.map(({ attribute }) => attribute)) === keyOf([column]))
  );
}

async function storedIndexes(model: DomainModel): Promise<readonly StoredIndex[]> {
  return (await model.sequelize!.getQueryInterface().showIndex(model.getTableName() as string)) as StoredIndex[];
}

/** The indexes of unique columns, and those of `indexes` and `@Index`. */
export function wantedIndexes(model: DomainModel): Wanted[] {
  const keys = Object.values(model.uniqueKeys).map(({ fields, name }) => ({
    ...(name ? { name: name.slice(0, LONGEST_NAME) } : {}),
    unique: true,
    columns: fields,
    options: { fields: [...fields], unique: true },
  }));
  const indexes = model._indexes.map((options) => ({
    name: options.name,
    unique: options.unique === true || options.type === 'UNIQUE',
    columns: (options.fields ?? []).map(columnOf),
    options,
  }));
  return [...keys, ...indexes];
}

function columnOf(field: NonNullable<IndexesOptions['fields']>[number]): string {
  if (typeof field === 'string') return field;
  return 'name' in field ? field.name : JSON.stringify(field);
}

/** Indexes are the same by name; unique ones also by their columns, in any order. */
function isSame({ name, unique, fields }: StoredIndex, wanted: Wanted): boolean {
  if (wanted.name !== undefined && name.toLowerCase() === wanted.name.toLowerCase()) return true;
  const columns = fields.map(({ attribute }) => attribute);
  return wanted.unique && unique && keyOf(columns) === keyOf(wanted.columns);
}

function keyOf(columns: readonly string[]): string {
  return columns
    .map((column) => column.toLowerCase())
    .sort()
    .join('\n');
}

async function addIndex(model: DomainModel, { name, unique, columns, options }: Wanted): Promise<void> {
  try {
    await model.sequelize!.getQueryInterface().addIndex(model.getTableName() as string, { ...options, name } as never);
  } catch (error) {
    const { name: kind, message, sql } = error as Error & { readonly sql?: string };
    if (ON_VIEW.test(message)) return;
    const facts = [storedName(model), columns.join(', ')];
    if (unique && kind === 'SequelizeUniqueConstraintError') throw new PersistenceError('UNIQUE_IMPOSSIBLE', facts);
    throw new PersistenceError('SCHEMA_FAILED', [message, sql ?? `an index of ${facts[0]}`], { cause: error });
  }
}
