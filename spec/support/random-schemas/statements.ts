import type { Dialect } from '../test-database';
import { TEXT_KEY } from './random-schema';
import { quote, type RandomColumn, type RandomReference, type RandomTable } from './random-table';

/** The statements that create tables with their rows, and views. */
export function statementsOf(tables: readonly RandomTable[], dialect: Dialect): readonly string[] {
  return tables.flatMap((table) => {
    if (table.viewed) return [`CREATE VIEW ${quote(table.name)} AS SELECT * FROM ${quote(table.viewed.name)}`];
    return [
      createTable(table, dialect),
      ...table.indexed.map((column, index) => createIndex(table, column, index, tables)),
      ...table.rows.map(({ literals }) => insert(table, literals)),
    ];
  });
}

function createTable(table: RandomTable, dialect: Dialect): string {
  const { key, keyColumns, columns, references, name } = table;
  const parts = [
    ...(key === 'generated' ? [`${quote(keyColumns[0]!)} ${GENERATED[dialect]}`] : []),
    ...(key === 'text' ? [`${quote(keyColumns[0]!)} ${TEXT_KEY.sql} NOT NULL`] : []),
    ...references.map(referenceColumn),
    ...columns.map(columnText),
    ...(key === 'generated' || keyColumns.length === 0
      ? []
      : [`${key === 'unique pair' ? 'UNIQUE' : 'PRIMARY KEY'} (${keyColumns.map(quote).join(', ')})`]),
    ...references.map(foreignKey),
  ];
  return `CREATE TABLE ${quote(name)} (${parts.join(', ')})`;
}

const GENERATED: Readonly<Record<Dialect, string>> = {
  sqlite: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  mysql: 'INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY',
};

function referenceColumn({ column, target, isNullable, isUnique }: RandomReference): string {
  const type = target.key === 'text' ? TEXT_KEY.sql : 'INTEGER';
  return `${quote(column)} ${type} ${isNullable ? 'NULL' : 'NOT NULL'}${isUnique ? ' UNIQUE' : ''}`;
}

function columnText({ name, type, isNullable, fallback, ending, isUnique }: RandomColumn): string {
  const parts = [
    ...[quote(name), type.sql, isNullable ? 'NULL' : 'NOT NULL'],
    ...(fallback ? [`DEFAULT ${fallback[0]}`] : []),
    ...(isUnique ? ['UNIQUE'] : []),
    ...(ending ? [ending] : []),
  ];
  return parts.join(' ');
}

function foreignKey({ column, target, onDelete, onUpdate }: RandomReference): string {
  const referred = `${quote(target.name)} (${quote(target.keyColumns[0]!)})`;
  return `FOREIGN KEY (${quote(column)}) REFERENCES ${referred} ON DELETE ${onDelete} ON UPDATE ${onUpdate}`;
}

/** Names of indexes are those of the whole database on SQLite. */
function createIndex(table: RandomTable, column: string, index: number, tables: readonly RandomTable[]): string {
  const name = quote(`own_${tables.indexOf(table)}_${index}`);
  return `CREATE INDEX ${name} ON ${quote(table.name)} (${quote(column)})`;
}

function insert({ name }: RandomTable, literals: Readonly<Record<string, string>>): string {
  const columns = Object.keys(literals);
  if (columns.length === 0) return `INSERT INTO ${quote(name)} DEFAULT VALUES`;
  return `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES (${columns.map((one) => literals[one]).join(', ')})`;
}
