import { Sequelize, type Transaction } from 'sequelize';

/** The options of an instance, including the defaults. */
export interface InstanceOptions {
  readonly define?: object;
  readonly query?: object;
  readonly hooks?: Hooks;
  logging?: Logging | false;
  readonly benchmark?: boolean;
  readonly isolationLevel?: Transaction.ISOLATION_LEVELS;
  readonly storage?: string;
  readonly timezone?: string;
  readonly omitNull?: boolean;
  readonly keepDefaultTimezone?: boolean;
  /** 0 until the version is known. */
  readonly databaseVersion?: number | string;
  readonly dialectOptions?: Readonly<Record<string, unknown>>;
}

export type Logging = (line: string, timing?: number) => void;
export type Hooks = Readonly<Record<string, readonly object[]>>;

/** The members of an instance that Sequelize's types leave out. */
interface SequelizeMembers {
  readonly options: InstanceOptions;
  /** `Query`: the class of each query, which reads the results of the driver. */
  readonly dialect: { Query: unknown };
  log(line: string): void;
  normalizeDataType(declared: SqlType): SqlType;
}

/** A data type, as an instance or as its class. */
export interface SqlType {
  readonly key: string;
  options?: Readonly<Record<string, unknown>>;
}

/** The dialect of an instance; its class of queries can be replaced. */
export function dialectMembersOf(sequelize: object): SequelizeMembers['dialect'] {
  return (sequelize as SequelizeMembers).dialect;
}

export function optionsOf(sequelize: object): InstanceOptions {
  return (sequelize as SequelizeMembers).options;
}

/** Logs a line as Sequelize logs a statement. */
export function logLine(sequelize: object, line: string): void {
  (sequelize as SequelizeMembers).log(line);
}

/** What makes the type of a dialect of a declared one; may be replaced. */
export function normalizingOf(sequelize: object): Pick<SequelizeMembers, 'normalizeDataType'> {
  return sequelize as SequelizeMembers;
}

/** A built-in validator. */
type BuiltIn = (text: string, ...args: readonly unknown[]) => unknown;

/** The built-in validators (`isEmail`, `len`) by name. */
export const { Validator: builtInValidators } = Sequelize as typeof Sequelize & {
  readonly Validator: Readonly<Record<string, BuiltIn | undefined>>;
};
