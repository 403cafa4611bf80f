import type { DomainModel } from './domain-model';

/** The methods of Sequelize's query generator that are used here; its types do not declare them. */
export interface QueryGenerator {
  /** Whether values are checked when they are escaped. */
  readonly typeValidation?: boolean;
  quoteIdentifier(name: string): string;
  quoteTable(table: unknown): string;
  escape(value: unknown, column?: object, options?: object): string;
  /** The SQL of an expression. */
  handleSequelizeMethod(expression: object): string;
  /** Criteria as SQL; columns are not qualified if there is no table. */
  getWhereConditions(where: object, table: string | null, model: DomainModel): string;
  selectQuery(table: unknown, options: object, model: DomainModel): string;
  bulkInsertQuery(table: unknown, records: object[], options: object, columns: object): string;
  addIndexQuery(table: string, options: object, rawTable: string): string;
}

export function queryGeneratorOf({ sequelize }: DomainModel): QueryGenerator {
  const { queryGenerator } = sequelize!.getQueryInterface() as unknown as { readonly queryGenerator: QueryGenerator };
  return queryGenerator;
}
