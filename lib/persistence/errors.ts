import { CodedError, codesOf, messagesByCode } from '../foundation';
import type { EntityMetadata } from '../metadata';

const MESSAGES = messagesByCode({
  ASSOCIATION_SCOPE_COLUMN: (owner, property, name, rows) =>
    `${owner}.${property} has a scope on "${name}", which is no column of ${rows}: name a field of ${rows}.`,
  ASSOCIATION_SCOPE_VALUE: (owner, property, name, rows) =>
    `${owner}.${property} has a scope on ${rows}.${name} that is not one value: write a text, a number, a boolean or null, which new ${rows} entities get, and declare other conditions as a default scope.`,
  ASSOCIATION_TARGET_NO_TABLE: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is no table yet: mark ${target} with @Table of sequelize-typescript.`,
  ASSOCIATION_TARGET_UNDEFINED: (owner, property) =>
    `${owner}.${property} refers to a class that is undefined: correct the import of ${owner}, or export the class from its module.`,
  ASSOCIATION_TARGET_UNKNOWN: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.`,
  BIGINT_TOO_WIDE: (owner, field) =>
    `${owner}.${field} is a BIGINT UNSIGNED, and SQLite keeps integers up to 2^63−1: use BIGINT, or MariaDB/MySQL.`,
  CLASS_CLAIMED: (name, first, second) =>
    `${name} belongs to the data source ${first} already and cannot belong to ${second} too: give each application its own domain classes, or run one process for each.`,
  CLASS_NAME_TAKEN: (name) =>
    `Two domain classes are named ${name}: rename one of them, or set @Table({ modelName: '…' }).`,
  CLASS_UNCLAIMED: (name) => `${name} belongs to no data source yet: start its application first.`,
  COLLECTION_UNKNOWN: (owner, property, known) =>
    `${owner} has no collection "${property}": correct the name. Known collections: ${known}.`,
  COLUMN_MISSING: (owner, field, column, table, known) =>
    `${owner}.${field} is stored in the column ${column}, which the table ${table} has not (its columns: ${known}): add or rename the column by a migration, name another by @Column({ field: '…' }), or set db.providerProperties "hbm2ddl.auto" to "update".`,
  COLUMN_RENAMED: (owner, field, column, table, former) =>
    `${owner}.${field} is stored in the column ${column}, and the table ${table} has ${former} in its place, which would be left behind: rename that column by a migration, or name it by @Column({ field: '${former}' }).`,
  COLUMN_TAKEN: (owner, first, second, column) =>
    `${owner}.${first} and ${owner}.${second} are both stored in the column ${column}, and would overwrite each other: keep one of them, or give one another column by @Column({ field: '…' }).`,
  COLUMN_UNTYPED: (owner, field, reason) =>
    `${owner}.${field} is a column without a data type, and ${reason}: write it, as in @Column(DataType.STRING) for a text; others are INTEGER, DECIMAL(10, 2), BOOLEAN, DATE and JSON.`,
  DATABASE_UNKNOWN: (url, name) =>
    `The database server of db.url (${url}) has no database "${name}": create it, for example by CREATE DATABASE ${name} CHARACTER SET utf8mb4.`,
  DATABASE_REFUSED: (url, reason) =>
    `The database server of db.url (${url}) refuses the user: ${reason}. Check db.username and db.password.`,
  DATABASE_UNREACHABLE: (url, reason) =>
    `The database of db.url (${url}) cannot be reached: ${reason}. Is it running, and are host and port right?`,
  DECIMAL_TOO_WIDE: (owner, field, digits) =>
    `${owner}.${field} is a DECIMAL of ${digits} digits, and SQLite keeps 15 exactly: use DECIMAL(15, …) at most, or MariaDB/MySQL.`,
  DEFAULT_SCOPE_COLUMN: (owner, name) =>
    `The default scope of ${owner} has a condition on "${name}", which is no column of ${owner}: correct the name, or write an expression.`,
  DEFAULT_SCOPE_FUNCTION: (owner) =>
    `The default scope of ${owner} is a function, or has one as its "where", which Sequelize ignores: write an object, and what changes with time as an expression of SQL.`,
  DEFAULT_SCOPE_OPTION: (owner, option, remedy) =>
    `The default scope of ${owner} has "${option}", and only "where" holds for every query: ${remedy}.`,
  DELETE_RULE_NOT_NULL: (place, column) =>
    `${place} declares onDelete "SET NULL", and ${column} is never null: allow null there, or declare CASCADE or RESTRICT.`,
  DELETE_RULE_UNKNOWN: (place, rule) =>
    `${place} declares onDelete "${rule}": write CASCADE, SET NULL, RESTRICT or NO ACTION.`,
  DELETE_RULES_CONTRADICT: (first, firstRule, second, secondRule, column) =>
    `${first} declares onDelete "${firstRule}" and ${second} "${secondRule}", both for ${column}: declare it once, or alike.`,
  DRIVER_MISSING: (driver, url) => `db.url (${url}) needs the driver ${driver}: npm install ${driver}`,
  FIELD_HIDES_ATTRIBUTE: (owner, field) =>
    `${owner}.${field} is a class field that hides the column of that name: write "declare ${field}: …", or set "useDefineForClassFields": false in tsconfig.json.`,
  FIELD_INITIALISED: (owner, field) =>
    `${owner}.${field} has an initialiser that overwrites every given value: write "declare ${field}: …" and set the default by @Default.`,
  FIELD_TYPE_UNSUPPORTED: (owner, field, type) =>
    `${owner}.${field} is of the type ${type}, which has no JSON form here: mark it @Hidden, or choose another type.`,
  FIELD_UNKNOWN: (owner, field, known) =>
    `${owner} has no field "${field}": correct the name, or name the association in the option "include". Known fields: ${known}.`,
  FOREIGN_KEY_AMBIGUOUS: (owner, property, keys, holder, target, example) =>
    `${owner}.${property} does not say which foreign key it means, since ${keys} of ${holder} all refer to ${target}: name one, as in ${example}.`,
  FOREIGN_KEY_MISSING: (owner, property, foreignKey) =>
    `${owner}.${property} needs the column "${foreignKey}", which is not there: declare it with @ForeignKey(() => …), or name another in the association.`,
  FOREIGN_KEY_UNDECLARED: (owner, property, holder, target) =>
    `${owner}.${property} needs a foreign key to ${target} in ${holder}: declare a column of ${holder} with @ForeignKey(() => ${target}), or name one in the association.`,
  MODEL_INVALID: (reason) => `The domain model cannot be used: ${reason}`,
  NAME_RESERVED: (owner, name, reason, hint = '') =>
    `${owner}.${name} cannot be called so, since ${reason}: rename it.${hint}`,
  NOT_A_MODEL: (name) => `${name} is no model: extend BaseDomain, or Model of sequelize-typescript.`,
  RESTORE_IMPOSSIBLE: (owner, children) =>
    `${owner} is paranoid, and ${children} entities, which are not, would be deleted for good with it, so that no restore could bring them back: make ${children} paranoid too, or declare onDelete "RESTRICT" or "SET NULL" on the association.`,
  ROLES_UNREADABLE: (table, reason) =>
    `The table ${table} of security.rolesTable cannot be read (${reason}): give it the columns role and permission.`,
  SCHEMA_FAILED: (reason, statement) => `The tables cannot be created: ${reason} (${statement})`,
  SCHEMA_MODE_UNKNOWN: (mode) =>
    `db.providerProperties "hbm2ddl.auto" is "${mode}": use none, validate, update, create or create-drop.`,
  TABLE_MARK_MISSING: (name) => `${name} is no table yet: mark the class with @Table of sequelize-typescript.`,
  TABLE_MISSING: (table) =>
    `The table ${table} is not there: create it by a migration, or set db.providerProperties "hbm2ddl.auto" to "update".`,
  TABLE_TAKEN: (first, second, table) =>
    `${first} and ${second} are both stored in the table ${table}: give one of them another by @Table({ tableName: '…' }), or make them one class with a column that tells them apart.`,
  TIMESTAMPS_OFF: (owner, option) =>
    `${owner} sets ${option}: false, and BaseDomain has createdAt and updatedAt, which nothing would set then: remove the option, or extend Model of sequelize-typescript.`,
  TO_JSON_REVEALS: (owner, fields) =>
    `${owner}.toJSON would be asked wherever JSON is made of a ${owner}, past the marks on its hidden columns (${fields}): remove it. Marks say what responses show, and a method of another name, or an override of the route, gives another form.`,
  TO_MANY_ACCESSOR: (owner, property) =>
    `${owner}.${property} is a to-many association on an accessor, which could never be filled: write "declare ${property}: …[]".`,
  UNIQUE_IMPOSSIBLE: (table, columns) =>
    `The unique index on ${columns} of the table ${table} cannot be made, since rows have the same values there: change these rows, or remove the mark.`,
  URL_INVALID: (url, reason) =>
    `db.url (${url}) is not valid: ${reason} Use mysql://user:password@host:port/name, mariadb://…, sqlite:path or sqlite::memory:`,
});

export type PersistenceErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const PERSISTENCE_ERROR_CODES = codesOf(MESSAGES);

/** A data source or a model that cannot be used as it stands, or was used wrongly; at the start it stops it. */
export class PersistenceError extends CodedError<PersistenceErrorCode> {
  override readonly name = 'PersistenceError';

  constructor(code: PersistenceErrorCode, facts: readonly string[], options?: ErrorOptions) {
    super(MESSAGES, code, facts, options);
  }
}

/** A query was made by code that a unit of work did not wait for. */
export class UnitOfWorkEndedError extends Error {
  override readonly name = 'UnitOfWorkEndedError';

  constructor() {
    super(
      'A query was started inside a unit of work that has ended: await every query before the unit returns, or pass { transaction: null } to leave it on purpose.',
    );
  }
}

/** What was to be written would be outside the rows that there are for who asks. */
export class OutOfScopeError extends Error {
  override readonly name = 'OutOfScopeError';

  constructor(readonly entity: EntityMetadata) {
    super(`The ${entity.name} would be outside the scope of who writes it: the unit of work is rolled back.`);
  }
}

/**
 * The connection broke while COMMIT was under way, or a write without a transaction: nobody knows whether the changes
 * stand.
 */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection broke while the changes were being committed: read again before you repeat them.', { cause });
  }
}
