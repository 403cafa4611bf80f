import type { Dialect } from '../../dialects/dialect';
import { type ForeignKeyShape, find, type IndexShape, type TableShape } from '../../tables/table-shape';

/** The limit of MariaDB and MySQL, in characters. */
const LONGEST_NAME = 64;

/**
 * Gives new indexes and foreign keys names that are free: foreign keys of MariaDB and MySQL, and indexes of SQLite, have
 * names of the whole database.
 */
export function withNewNames(
  tables: readonly TableShape[],
  stored: readonly TableShape[],
  { schema }: Dialect,
): readonly TableShape[] {
  const keyNames = new Names(stored.flatMap(({ foreignKeys }) => foreignKeys.map(({ name }) => name ?? '')));
  const everywhere = new Names([
    ...tables.map(({ name }) => name),
    ...tables.flatMap((table) => oldNames(table, stored)),
  ]);
  return tables.map((table) => {
    const existing = find(stored, table.name);
    const indexNames = schema.sharesIndexNames ? everywhere : new Names(oldNames(table, stored));
    return {
      ...table,
      indexes: table.indexes.map((index) =>
        existing?.indexes.includes(index) ? index : renamed(index, indexNames.take(index.name)),
      ),
      foreignKeys: table.foreignKeys.map((key) =>
        existing?.foreignKeys.includes(key) ? key : { ...key, name: keyNames.take(nameOf(key, table.name)) },
      ),
    };
  });
}

/** The names of the indexes that a table keeps. */
function oldNames(table: TableShape, stored: readonly TableShape[]): string[] {
  const existing = find(stored, table.name);
  return table.indexes.filter((index) => existing?.indexes.includes(index)).map(({ name }) => name);
}

/** A foreign key has a name, so that it can be dropped again. */
function nameOf({ columns }: ForeignKeyShape, table: string): string {
  return `${table}_${columns.join('_')}_fk`.slice(-LONGEST_NAME);
}

/** An index with a statement of its own keeps its name, by which it is known. */
function renamed(index: IndexShape, name: string): IndexShape {
  return index.sql === undefined ? { ...index, name } : index;
}

/** Names that are taken, in any case. */
class Names {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map((name) => name.toLowerCase()));
  }

  take(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free.toLowerCase()); count += 1) {
      const end = `_${count}`;
      free = `${name.slice(0, LONGEST_NAME - end.length)}${end}`;
    }
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
