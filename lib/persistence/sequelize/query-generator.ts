import type { DomainModel } from './model-class';
import type { BegunTransaction } from './transaction';

export type CriteriaKey = string | symbol | object | undefined;

/** The options of a condition. */
export interface ConditionOptions {
  readonly model?: DomainModel;
  /** False for HAVING, where a name may be that of a selected expression. */
  readonly prefix?: unknown;
  /** The column, inside a condition on a JSON column. */
  readonly field?: object;
  /** Set in UPDATE, where values are sent beside the statement. */
  readonly bindParam?: unknown;
}

/** The members of Sequelize's query generator that are used here; its types do not declare them. */
export interface QueryGenerator {
  /** Whether values are checked when they are escaped. */
  readonly typeValidation?: boolean;
  OperatorsAliasMap: object | false;
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
  startTransactionQuery(transaction: BegunTransaction): string;
  commitTransactionQuery(transaction: BegunTransaction): string;
  /** The SQL of one condition. */
  whereItemQuery(key: CriteriaKey, value: unknown, options?: ConditionOptions): string | undefined;
}

interface PrivateMembers {
  _findField: FindField;
  _whereParseSingleValueObject: WriteOperator;
  /** The SQL of a column. */
  _getSafeKey(key: string, prefix: unknown): string;
}

type FoundField = { readonly type?: { readonly key?: string } } | undefined;
type FindField = (key: CriteriaKey, options: ConditionOptions) => FoundField;
type WriteOperator = (
  key: CriteriaKey,
  field: unknown,
  operator: CriteriaKey,
  value: unknown,
  options: ConditionOptions,
) => string;

type WithMembers = QueryGenerator & PrivateMembers;

/** The column of a condition. */
export function findField(generator: QueryGenerator, key: string, options: ConditionOptions): FoundField {
  return (generator as WithMembers)._findField(key, options);
}

/** The SQL of a column in a condition. */
export function columnSql(generator: QueryGenerator, key: string, prefix: unknown): string {
  return (generator as WithMembers)._getSafeKey(key, prefix);
}

/** @param replacement gets Sequelize's own method */
export function replaceFindField(generator: QueryGenerator, replacement: (find: FindField) => FindField): void {
  const members = generator as WithMembers;
  members._findField = replacement(members._findField.bind(generator));
}

/** Replaces the method that writes a condition with an operator. @param replacement gets Sequelize's own method */
export function replaceOperators(
  generator: QueryGenerator,
  replacement: (write: WriteOperator) => WriteOperator,
): void {
  const members = generator as WithMembers;
  members._whereParseSingleValueObject = replacement(members._whereParseSingleValueObject.bind(generator));
}
