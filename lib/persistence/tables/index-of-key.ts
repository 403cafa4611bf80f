import { type ForeignKeyShape, type IndexShape, sameName, type TableShape } from './table-shape';

/** Whether one of the indexes begins with the columns of a foreign key, which MariaDB and MySQL require. */
export function isServed({ columns }: ForeignKeyShape, indexes: readonly Pick<IndexShape, 'columns'>[]): boolean {
  return indexes.some((index) => columns.every((name, at) => sameName(name, index.columns[at] ?? '')));
}

/** An index for a foreign key. */
export function indexOfKey({ columns }: ForeignKeyShape, table: string): IndexShape {
  return { name: `${table}_${columns.join('_')}`.slice(-64), isUnique: false, columns };
}

/**
 * The indexes for foreign keys that have none yet. MariaDB and MySQL would create them by themselves, but would not drop
 * them with the foreign key when the migration is reverted.
 */
export function indexesOfKeys(
  stored: TableShape,
  { primaryKey, foreignKeys, indexes }: Pick<TableShape, 'primaryKey' | 'foreignKeys' | 'indexes'>,
): IndexShape[] {
  const existing = [...indexes, ...stored.indexes, { columns: primaryKey }];
  return foreignKeys.filter((key) => !isServed(key, existing)).map((key) => indexOfKey(key, stored.name));
}
