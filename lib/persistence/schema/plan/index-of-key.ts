import { type ForeignKeyShape, type IndexShape, sameName } from '../shapes/table-shape';

/** Whether one of the indexes begins with the columns of a foreign key, which MariaDB and MySQL require. */
export function isServed({ columns }: ForeignKeyShape, indexes: readonly Pick<IndexShape, 'columns'>[]): boolean {
  return indexes.some((index) => columns.every((name, at) => sameName(name, index.columns[at] ?? '')));
}

/** An index for a foreign key. */
export function indexOfKey({ columns }: ForeignKeyShape, table: string): IndexShape {
  return { name: `${table}_${columns.join('_')}`.slice(-64), isUnique: false, columns };
}
