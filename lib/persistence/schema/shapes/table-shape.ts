/** A table, as a model wants it or as a database has it. */
export interface TableShape {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly ColumnShape[];
  /** Names of columns. */
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  /** Behind the parenthesis of CREATE TABLE. */
  readonly options?: string;
  /** Checks and triggers of a table of SQLite, as it was told them: they are made again with it. */
  readonly checks?: readonly string[];
  readonly triggers?: readonly string[];
}

export interface ColumnShape {
  readonly name: string;
  /** The field of the model; undefined for a column of a database. */
  readonly field?: string;
  /** As it is written to make the column. */
  readonly type: string;
  readonly isNullable: boolean;
  /** An expression of SQL. */
  readonly default?: string;
  readonly isGenerated: boolean;
  /** Made of other columns: no model has such. */
  readonly isComputed?: boolean;
  readonly collation?: string;
  /** Behind its name, in the words of the CREATE TABLE that has made it; of SQLite. */
  readonly definition?: string;
}

export interface IndexShape {
  readonly name: string;
  readonly isUnique: boolean;
  /** In the order of the index. */
  readonly columns: readonly string[];
  /** Part of CREATE TABLE, so that SQLite cannot drop it alone. */
  readonly isConstraint?: boolean;
  /** Made for the words of a text, or a part of something else that is compared elsewhere. */
  readonly isSpecial?: boolean;
  /** Makes it, where its columns do not say all. */
  readonly sql?: string;
}

export interface ForeignKeyShape {
  /** Of the constraint, on MariaDB and MySQL. */
  readonly name?: string;
  readonly columns: readonly string[];
  readonly table: string;
  /** Empty where they are the primary key, unsaid. */
  readonly referred: readonly string[];
  /** In capitals: CASCADE. */
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Names of tables and columns are compared without their case, as the databases do. */
export function sameName(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase();
}

export function sameNames(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((name, index) => sameName(name, second[index]!));
}

/** In any order. */
export function sameSet(first: readonly string[], second: readonly string[]): boolean {
  const sorted = (names: readonly string[]) => names.map((name) => name.toLowerCase()).sort();
  return sameNames(sorted(first), sorted(second));
}
