/** A table, as a model declares it or as a database has it. */
export interface TableShape {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly ColumnShape[];
  /** Names of columns. */
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  /** The options after the parenthesis of CREATE TABLE. */
  readonly options?: string;
  /** The checks and triggers of a SQLite table as SQL, which are created again with it. */
  readonly checks?: readonly string[];
  readonly triggers?: readonly string[];
}

export interface ColumnShape {
  readonly name: string;
  /** The field of the model; undefined for a column of a database. */
  readonly field?: string;
  /** The type in CREATE TABLE. */
  readonly type: string;
  readonly isNullable: boolean;
  /** An expression of SQL. */
  readonly default?: string;
  readonly isGenerated: boolean;
  /** Whether the database computes it from other columns; no model declares such a column. */
  readonly isComputed?: boolean;
  readonly collation?: string;
  readonly comment?: string;
  /** The expression of ON UPDATE, which only a database has. */
  readonly onUpdate?: string;
  /** The definition in the CREATE TABLE that SQLite stores, without the name. */
  readonly definition?: string;
}

export interface IndexShape {
  readonly name: string;
  readonly isUnique: boolean;
  /** In the order of the index. */
  readonly columns: readonly string[];
  /** Whether it is a constraint of CREATE TABLE, which SQLite cannot drop by itself. */
  readonly isConstraint?: boolean;
  /** Whether it is more than its columns (full-text, expression, partial, prefix), and is compared by name only. */
  readonly isSpecial?: boolean;
  /** Whether it is special only because it has the beginning of a text, which serves searches as the whole text does. */
  readonly isPrefix?: boolean;
  /** The statement that creates it, if its columns are not enough. */
  readonly sql?: string;
}

export interface ForeignKeyShape {
  /** The name of the constraint, on MariaDB and MySQL. */
  readonly name?: string;
  readonly columns: readonly string[];
  readonly table: string;
  /** Empty if the primary key is meant without being named. */
  readonly referred: readonly string[];
  /** In upper case: CASCADE. */
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Compares names of tables and columns without case, as databases do. */
export function sameName(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase();
}

export function sameNames(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((name, index) => sameName(name, second[index]!));
}

/** Compares names in any order. */
export function sameSet(first: readonly string[], second: readonly string[]): boolean {
  const sorted = (names: readonly string[]) => names.map((name) => name.toLowerCase()).sort();
  return sameNames(sorted(first), sorted(second));
}

/** By its name, if possible in the same case: on some servers `Orders` and `orders` are two tables. */
export function find<T extends { readonly name: string }>(all: readonly T[], name: string): T | undefined {
  return all.find((one) => one.name === name) ?? all.find((one) => sameName(one.name, name));
}

export function isSameIndex(first: IndexShape, second: IndexShape): boolean {
  if (first.isSpecial || second.isSpecial) return sameName(first.name, second.name);
  if (first.isUnique !== second.isUnique) return false;
  return first.isUnique ? sameSet(first.columns, second.columns) : sameNames(first.columns, second.columns);
}

/** Whether two foreign keys have the same columns, whatever their rules. */
export function isAlike(first: ForeignKeyShape, second: ForeignKeyShape): boolean {
  return sameNames(first.columns, second.columns);
}

export function isSameKey(first: ForeignKeyShape, second: ForeignKeyShape): boolean {
  const rule = (one: string) => (one === 'RESTRICT' ? 'NO ACTION' : one);
  return (
    sameNames(first.columns, second.columns) &&
    sameName(first.table, second.table) &&
    rule(first.onDelete) === rule(second.onDelete) &&
    rule(first.onUpdate) === rule(second.onUpdate)
  );
}
