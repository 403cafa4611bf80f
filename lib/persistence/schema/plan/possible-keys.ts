import type { MigrationDialect } from '../../dialects/sql-words';
import { familyOf, plainType } from '../../tables/plain-type';
import {
  type ColumnShape,
  type ForeignKeyShape,
  find,
  sameNames,
  sameSet,
  type TableShape,
} from '../../tables/table-shape';

/** Whether the database accepts a foreign key, as far as its rows allow. */
export function isPossible(
  key: ForeignKeyShape,
  table: TableShape,
  tables: readonly TableShape[],
  dialect: MigrationDialect,
): boolean {
  const referred = find(tables, key.table);
  if (!referred || referred.isView || !isIndexed(key, referred, dialect)) return false;
  const columns = key.columns.map((name) => find(table.columns, name));
  if (key.onDelete === 'SET NULL' && !columns.every((column) => column?.isNullable)) return false;
  if (dialect === 'sqlite') return columns.every(Boolean);
  const others = key.referred.map((name) => find(referred.columns, name));
  const fit = columns.every((column, index) => fits(column, others[index], table, referred));
  return fit && hasForeignKeys(table) && hasForeignKeys(referred);
}

/** SQLite requires that the referred columns are unique, MariaDB and MySQL that an index begins with them. */
function isIndexed({ referred }: ForeignKeyShape, table: TableShape, dialect: MigrationDialect): boolean {
  const plain = table.indexes.filter(({ isSpecial }) => !isSpecial);
  if (dialect === 'sqlite') {
    const uniques = plain.filter(({ isUnique }) => isUnique).map(({ columns }) => columns);
    return [table.primaryKey, ...uniques].some((columns) => sameSet(columns, referred));
  }
  const all = [table.primaryKey, ...plain.map(({ columns }) => columns)];
  return all.some((columns) => sameNames(columns.slice(0, referred.length), referred));
}

function fits(
  column: ColumnShape | undefined,
  other: ColumnShape | undefined,
  table: TableShape,
  referred: TableShape,
): boolean {
  if (!column || !other) return false;
  if (familyOf(column.type) !== 'text') return plainType(column.type) === plainType(other.type);
  return familyOf(other.type) === 'text' && collationOf(column, table) === collationOf(other, referred);
}

/** A column without a collation has that of its table; BINARY is the binary one of its character set. */
function collationOf({ collation, type }: ColumnShape, { options = '' }: TableShape): string | undefined {
  const ofTable = / COLLATE (\S+)/i.exec(options)?.[1]?.toLowerCase();
  if (collation !== undefined) return collation.toLowerCase();
  return / BINARY$/i.test(type) ? `${ofTable?.split('_')[0]}_bin` : ofTable;
}

/** Other engines ignore foreign keys. */
function hasForeignKeys({ options = '' }: TableShape): boolean {
  return /^ENGINE=InnoDB/i.test(options);
}
