import type { QueryInterface, Sequelize, Transaction, WhereOptions } from 'sequelize';
import type { DomainModel, Entity } from './model-class';
import type { QueryGenerator } from './query-generator';
import type { BegunTransaction } from './transaction';

type Row = Record<string, unknown>;

/** The options of a write, as Sequelize hands them down. */
export type WriteOptions =
  | {
      readonly model?: DomainModel;
      readonly validate?: boolean;
      readonly transaction?: Transaction | null;
      readonly updateOnDuplicate?: readonly string[];
      readonly ignoreDuplicates?: boolean;
    }
  | null
  | undefined;

type Where = WhereOptions | undefined;

/** A table, as Sequelize names it. */
export type TableName = string | { readonly tableName: string; readonly schema?: string; readonly delimiter?: string };

type Columns = unknown;

/** The methods by which Sequelize writes rows. Columns are named as in the database. */
export interface RowWrites {
  insert(instance: Entity | null, table: TableName, values: Row, options: WriteOptions): Promise<unknown>;
  update(instance: Entity, table: TableName, values: Row, where: Where, options: WriteOptions): Promise<unknown>;
  delete(instance: Entity | null, table: TableName, where: Where, options: WriteOptions): Promise<unknown>;
  upsert(table: TableName, inserted: Row, updated: Row, where: Where, options: WriteOptions): Promise<unknown>;
  bulkInsert(table: TableName, rows: readonly Row[], options: WriteOptions, columns: Columns): Promise<unknown>;
  bulkUpdate(table: TableName, values: Row, where: Where, options: WriteOptions, columns: Columns): Promise<unknown>;
  bulkDelete(table: TableName, where: Where, options: WriteOptions, model: DomainModel | undefined): Promise<unknown>;
  increment: Arithmetic;
  decrement: Arithmetic;
}

type Arithmetic = (
  model: DomainModel,
  table: TableName,
  where: Where,
  by: Row,
  values: Row,
  options: WriteOptions,
) => Promise<unknown>;

/** The methods by which Sequelize reads rows. */
export interface RowReads<Options = object> {
  select(model: DomainModel | null, table: unknown, options: Options): Promise<unknown>;
  /** The method behind `sum`, `max`, `min`, `count` and `aggregate`. */
  rawSelect(table: unknown, options: Options, name: string, model?: DomainModel): Promise<unknown>;
}

/** The methods by which Sequelize begins and ends transactions. */
export interface Boundaries {
  startTransaction(transaction: BegunTransaction, options: object): Promise<unknown>;
  commitTransaction(transaction: BegunTransaction, options: object): Promise<unknown>;
  rollbackTransaction(transaction: BegunTransaction, options: object): Promise<unknown>;
}

/** The members of a query interface that Sequelize's types leave out, or declare with other parameters. */
type QueryInterfaceMembers<Options> = RowWrites &
  RowReads<Options> &
  Boundaries & { readonly queryGenerator: QueryGenerator };

/** @typeParam Options those of reads, as far as the caller uses them */
export function queryInterfaceOf<Options extends object = object>(
  sequelize: Pick<Sequelize, 'getQueryInterface'> | QueryInterface,
): QueryInterfaceMembers<Options> {
  const found = 'getQueryInterface' in sequelize ? sequelize.getQueryInterface() : sequelize;
  return found as unknown as QueryInterfaceMembers<Options>;
}

export function queryGeneratorOf({ sequelize }: DomainModel): QueryGenerator {
  return queryInterfaceOf(sequelize!).queryGenerator;
}
