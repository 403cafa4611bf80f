import type { Sequelize } from 'sequelize';
import { dialectMembersOf } from './sequelize-instance';

type Row = Record<string, unknown>;

/** A query of one dialect, which reads what the driver returns. */
export interface Query<Options> {
  connection: unknown;
  readonly options: Options;
  handleSelectQuery(rows: Row[]): unknown;
}

export type QueryClass<Options, Q = Query<Options>> = new (
  connection: unknown,
  sequelize: Sequelize,
  options: Options,
) => Q;

/** The types of columns in the database, by table and column. */
export type ColumnTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface SqliteQuery<Options> extends Query<Options> {
  _handleQueryResponse(statement: unknown, types: ColumnTypes, ...others: unknown[]): unknown;
}

/** The queries of SQLite, which parse values by the types of columns. @param typesOf  replaces these types */
export function parsingBy<Options>(
  Base: QueryClass<Options>,
  typesOf: (options: Options, types: ColumnTypes) => ColumnTypes,
): QueryClass<Options> {
  return class extends (Base as QueryClass<Options, SqliteQuery<Options>>) {
    override _handleQueryResponse(statement: unknown, types: ColumnTypes, ...others: unknown[]): unknown {
      return super._handleQueryResponse(statement, typesOf(this.options, types), ...others);
    }
  };
}

/** The class of queries of a dialect. @typeParam Q its members, as far as the caller uses them */
export function queryClassOf<Q>(sequelize: object): Q {
  return dialectMembersOf(sequelize).Query as Q;
}

/** @param replacement gets the present class, which it extends */
export function replaceQueryClass<Q>(sequelize: object, replacement: (Base: Q) => Q): void {
  const dialect = dialectMembersOf(sequelize);
  dialect.Query = replacement(dialect.Query as Q);
}
