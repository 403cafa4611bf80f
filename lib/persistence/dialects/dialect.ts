import type { Sequelize, TransactionOptions } from 'sequelize';
import type { FieldType } from '../../values';
import type { SqlRules } from '../sql-tokens';
import type { PlannedTables } from '../tables/planned-tables';
import type { Select } from '../tables/rows';
import type { ForeignKeyShape, TableShape } from '../tables/table-shape';
import type { Errors } from './errors';

/** The name that Sequelize and migrations have for a dialect; MariaDB and MySQL have the same. */
export type MigrationDialect = 'sqlite' | 'mysql';

/** Everything that depends on the database. Who needs something of it asks this value, and not which database it is. */
export interface Dialect {
  readonly name: MigrationDialect;
  /** The product, as OpenTelemetry names it. */
  readonly system: 'sqlite' | 'mysql' | 'mariadb';
  /** How statements are written. */
  readonly syntax: Syntax;
  /** How the driver connects, and how rows, counts and keys come back. */
  readonly driver: Driver;
  /** Which types and values columns hold. */
  readonly values: Values;
  /** How texts, numbers and times are compared. */
  readonly comparison: Comparison;
  /** How transactions begin and end, and how rows are locked. */
  readonly transactions: Transactions;
  /** How tables are described and changed. */
  readonly schema: DatabaseSchema;
  /** How words are found. */
  readonly fullText: FullText;
  /** What errors of the driver mean. */
  readonly errors: Errors;
}

export interface Syntax extends SqlRules {
  /** A name as an identifier. */
  quote(name: string): string;
  /** The value of an expression as text. */
  textOf(sql: string): string;
  /** The bytes of a column, of a text in UTF-8. */
  bytesOf(sql: string, isText: boolean): string;
  /** Texts one after the other; null if one of them is. */
  joinTexts(texts: readonly string[], between: string): string;
  /** A query whose rows have one value each: these literals. */
  rowsOf(literals: readonly string[]): string;
  /**
   * The end of an INSERT that changes the row instead whose key is taken.
   *
   * @param changes   expressions by column, in order: one may see the columns before it as changed
   * @param condition of the row; without it, the row stays as it is
   */
  onTaken(key: string, changes: Readonly<Record<string, string>>, condition?: string): string;
  /** The beginning of a DELETE whose conditions name the table by an alias; both are identifiers. */
  deleteFrom(table: string, alias: string): string;
  /** Text that needs no escaping between quotes. */
  readonly plainText: RegExp;
  /** The time of the database, in milliseconds since 1970. */
  readonly nowMs: string;
  /** Bounds how many tables a SELECT is planned ahead by. */
  boundPlanning(select: string, tables: number): string;
  /** Bounds how long a statement waits for locks, if a statement can have such a bound. */
  boundLockWait(sql: string, seconds: number): string;
}

/** Values of the driver, by position or by the name of the column ({@link Driver.keyAt}). */
export type DriverRow = Readonly<Record<string | number, unknown>>;

/** The driver's result of a statement that wrote rows. */
export interface Written {
  readonly rows: number;
  /** The key that the database generated for the first row, if any. */
  readonly firstKey: number | string;
}

export type RowsDone = (error: Error | null, rows: readonly DriverRow[]) => void;
export type WriteDone = (error: Error | null, written?: Written) => void;

export interface Driver {
  /** Whether the database is reached over a network, so that TLS, time zones and timeouts of connections apply. */
  readonly isRemote: boolean;
  /** Whether Sequelize has a pool of connections for it. */
  readonly hasPool: boolean;
  /** The key of a column in a row of {@link selectRows}. */
  keyAt(index: number, name: string): number | string;
  /** Sends a SELECT over a connection. Dates are text, as are numbers that a double cannot hold. */
  selectRows(connection: object, sql: string, done: RowsDone): void;
  /** Sends a SELECT over a connection; rows have their values by name, as the driver makes them. */
  selectNamed(connection: object, sql: string, done: RowsDone): void;
  /** Sends a statement that writes rows, with the values of its placeholders. */
  write(connection: object, sql: string, values: readonly unknown[], done: WriteDone): void;
  /** Sends statements one after the other. */
  runAll(connection: object, statements: readonly string[], done: (error: Error | null) => void): void;
  /** Whether DECIMAL and BIGINT come back as doubles, unless they are selected as text. */
  readonly roundsNumbers: boolean;
  /** Whether Sequelize divides the value of a violated unique index at hyphens. */
  readonly dividesDuplicates: boolean;
  /** Whether a version of the database has INSERT … RETURNING. */
  hasReturning(version: string): boolean;
  /** The query of the most bytes of a statement, as `maxBytes`; undefined if values are limited before. */
  readonly longestStatementSql?: string;
  /** The assignment of SET SESSION that bounds statements; undefined if the database has no sessions. */
  timeLimit?(ms: number): string;
}

export interface Values {
  /** Whether datetimes are text with milliseconds and a zone; otherwise a type of the database without a zone. */
  readonly storesDatesAsText: boolean;
  /** Whether datetimes may be those of another zone than UTC. */
  readonly hasZones: boolean;
  /** Whether types have options: UNSIGNED, the sizes of TEXT. */
  readonly hasTypeOptions: boolean;
  /** Whether a column may have any type: other names mean one of the known types, and lengths bound nothing. */
  readonly acceptsAnyType: boolean;
  /** The digits of a DECIMAL that are kept exactly; undefined if all are. */
  readonly exactDigits?: number;
  /** The largest integer that is kept exactly; undefined if that of the type is. */
  readonly maxInteger?: bigint;
  /** The expression of a default, adapted to a datetime column with these decimals of a second. */
  currentTime(expression: string, decimals: number): string;
  /** A datetime column as text, to be compared with dates that no calendar has. */
  dateText(sql: string): string;
  /** The condition that the column `date` holds a date that no calendar has. */
  readonly isNoDate: string;
}

/** A column whose values are part of a text: its type and its SQL. */
export interface TextPart {
  readonly kind: FieldType['kind'];
  readonly sql: string;
}

/** A pattern for texts; between its parts any text may stand. */
export interface TextPattern {
  readonly parts: readonly string[];
  readonly ignoresCase: boolean;
  /** Writes a text as SQL. */
  readonly literal: (text: string) => string;
}

export interface Comparison {
  /** Whether columns compare text by collations, in which different texts may be equal. */
  readonly usesCollations: boolean;
  /** The condition that a text matches a pattern. */
  matches(sql: string, pattern: TextPattern): string;
  /** A FLOAT column at the precision that the driver returns; undefined if that is the stored one. */
  floatAsRead?(sql: string): string;
  /** The first characters of a datetime column as text; undefined if the driver returns all decimals of a second. */
  instantAsRead?(sql: string, length: number): string;
  /** A text that differs whenever one of the columns does. `name` is a literal. */
  rowText(name: string, columns: readonly TextPart[]): string;
}

export interface UnitLevel {
  readonly isolationLevel?: string;
  readonly readOnly?: boolean;
}

export interface Transactions {
  /** Whether one transaction writes at a time, and no row changes after it has begun to write. */
  readonly hasOneWriter: boolean;
  /** Whether each transaction is serializable, whatever its options. */
  readonly isSerializable: boolean;
  /** Sequelize's options of a transaction. */
  options(level: UnitLevel): TransactionOptions & { readOnly?: boolean };
  /** The statement that begins a transaction that writes. */
  readonly begin: string;
  /** The statement that begins a transaction that only reads; undefined if none is cheaper. */
  readonly beginReading?: string;
  /** Whether a transaction stays open when its COMMIT fails. */
  readonly staysOpenAfterCommit: boolean;
  /** Whether a statement commits the transaction before it is carried out. */
  commitsBefore(verb: string, sql: string): boolean;
  /** The end of a SELECT that locks its rows against changes. */
  readonly shareClause: string;
  /** The end of a SELECT that locks its rows for changes. */
  readonly updateClause: string;
  /** The statement that bounds how long a connection waits for others; undefined if other settings do. */
  waitAtMost?(ms: number): string;
  /** The query whether the database only accepts reads, as `isReadOnly`: 0 if not; undefined if its file says so. */
  readonly isReadOnly?: string;
  /** The statements that switch the check of foreign keys off and on, for a connection. */
  readonly foreignKeys: { readonly off: string; readonly on: string };
  /** The same inside of a transaction, in which rows may refer to later ones. */
  readonly laterKeys: { readonly off: string; readonly on: string };
}

/** Options of a table in a model. */
export interface TableOptions {
  readonly engine?: string;
  readonly charset?: string;
  readonly collate?: string;
  readonly comment?: string;
  readonly rowFormat?: string;
  readonly initialAutoIncrement?: string | number;
}

/** Sends statements over one connection, and returns the rows of a SELECT. */
type SendAlong = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Tables whose triggers an account cannot see, though it may write to them. */
export interface UnseenTriggers {
  readonly account: string;
  readonly database: string;
  readonly tables: readonly string[];
}

/** @throws Error when afterwards a row refers to no row */
export type ChangeTables = (query: SendAlong, work: () => Promise<void>) => Promise<void>;

export interface DatabaseSchema {
  /** All tables and views, without those of the database itself or of full-text indexes. */
  shapes(select: Select): Promise<readonly TableShape[]>;
  /** The statements that change tables into others. */
  changes(planned: PlannedTables): readonly string[];
  /** Runs changes of tables in a transaction; undefined if the database commits each of them. */
  readonly inTransaction?: ChangeTables;
  /** Whether the database accepts a foreign key to a table, as far as its rows allow. Its columns exist. */
  acceptsKey(key: ForeignKeyShape, table: TableShape, referred: TableShape): boolean;
  /** Whether a stored type cannot hold the values of the wanted one. */
  isUnfit(wanted: string, stored: string): boolean;
  /** Whether values may be lost when a column gets another type. */
  loses(stored: string, wanted: string): boolean;
  /** Whether a generated key, or a single whole number as the key, is the number of the row, and must be INTEGER. */
  readonly keysAreRowids: boolean;
  /** Whether the database makes an index for each foreign key, with the name of its column, and keeps it. */
  readonly indexesForeignKeys: boolean;
  /** Whether names of indexes belong to the database; otherwise to their table. */
  readonly sharesIndexNames: boolean;
  /** Whether an index may have a condition. */
  readonly hasPartialIndexes: boolean;
  /** Whether names of tables are case-insensitive. */
  readonly foldsTableNames: boolean;
  /** Whether columns have comments. */
  readonly hasComments: boolean;
  /** Whether a column of a type can have a default. */
  canHaveDefault(type: string): boolean;
  /** The options behind CREATE TABLE (…). */
  optionsOf(options: TableOptions): string;
  /** The options of tables of the framework itself. */
  readonly ownOptions: string;
  /** The collation that compares text by its bytes; undefined if that is the default. */
  readonly binaryCollation?: string;
  /** Drops an index; both names are identifiers. */
  dropIndex(index: string, table: string): string;
  /** Lets the keys that the database counts continue after the highest that is stored. */
  restartKeys(table: { readonly identifier: string; readonly literal: string }): string;
  /** Finds the tables whose triggers the account cannot see; undefined if the database hides none. */
  unseenTriggers?(select: Select, tables: readonly string[]): Promise<UnseenTriggers | undefined>;
  /** Queries of the catalogue. */
  readonly catalogue: Catalogue;
  /** The statement that makes a connection notice tables that others have created; undefined if it does by itself. */
  readonly reload?: string;
}

export interface Catalogue {
  /** The table `?`: a row if it exists. */
  readonly table: string;
  /** `tableName`, `columnName` and `decimals` of the tables `:names`, in lower case. */
  readonly columns: string;
  /** `table`, `name`, `column`, `referredTable`, `referredColumn` and `onDelete` of all foreign keys. */
  readonly foreignKeys: string;
  /** `kind`, `table` and `column` of all by which the database sets values of rows itself: triggers, generated columns, defaults. */
  readonly databaseValues: string;
  /** `tableName` and `written` of CHECK constraints by which a column contains JSON; undefined if its type says so. */
  readonly jsonChecks?: string;
  /** `name` of tables with rows of their own. */
  readonly tableNames: string;
  /** `name` of the columns of a table that can be written. The table is a literal. */
  columnNames(table: string): string;
  /** `name` of the tables that the foreign keys of a table refer to. The table is a literal. */
  referredNames(table: string): string;
}

/** A column with a full-text index. */
export interface IndexedColumn {
  readonly model: {
    readonly name: string;
    readonly sequelize?: Sequelize;
    readonly primaryKeyAttribute: string;
    getAttributes(): Readonly<Record<string, { readonly field?: string }>>;
  };
  readonly field: { readonly name: string };
  readonly table: string;
  readonly column: string;
}

/** The lengths of words in a full-text index. */
export interface WordLengths {
  readonly shortest: number;
  readonly longest: number;
}

/** A search for words in a column. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly lengths: WordLengths;
  /** The SQL of a column of the table. */
  readonly columnOf: (name: string) => string;
  readonly literal: (text: string) => string;
}

export interface FullText {
  /** The column with the words, if the index needs one. */
  columnFor?(column: string): string;
  /** The lengths of words that the server indexes; undefined if it indexes all. */
  readLengths(column: IndexedColumn): Promise<WordLengths | undefined>;
  /** The condition that a column contains every word, whole and in any case. */
  condition(column: IndexedColumn, search: WordSearch): string;
  /** The missing parts of an index, as words for a message. */
  missing(column: IndexedColumn): Promise<readonly string[]>;
  /** The statements that create the missing parts. */
  statements(column: IndexedColumn): Promise<readonly string[]>;
  /** The statements that drop the index. */
  removal(column: IndexedColumn): readonly string[];
  /** Whether the index stays when its table is dropped. */
  readonly outlivesTable: boolean;
  /** Creates the missing parts, and indexes the existing rows. */
  create(column: IndexedColumn): Promise<void>;
}
