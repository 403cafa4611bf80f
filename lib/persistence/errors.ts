import type { EntityMetadata } from '../metadata';

/** Code → message. A message names the culprit and the way out. */
const MESSAGES = {
  ASSOCIATION_TARGET_UNKNOWN: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.`,
  BIGINT_TOO_WIDE: (owner, field) =>
    `${owner}.${field} is a BIGINT UNSIGNED, and SQLite keeps integers up to 2^63−1: use BIGINT, or MariaDB/MySQL.`,
  CLASS_CLAIMED: (name, first, second) =>
    `${name} belongs to the data source ${first} already and cannot belong to ${second} too: give each application its own domain classes, or run one process for each.`,
  CLASS_NAME_TAKEN: (name) =>
    `Two domain classes are named ${name}: rename one of them, or set @Table({ modelName: '…' }).`,
  CLASS_UNCLAIMED: (name) => `${name} belongs to no data source yet: start its application first.`,
  COLUMN_MISSING: (table, column) =>
    `The table ${table} has no column ${column}: add it by a migration, or set db.providerProperties "hbm2ddl.auto" to "update".`,
  DATABASE_UNKNOWN: (url, name) =>
    `The database server of db.url (${url}) has no database "${name}": create it, for example by CREATE DATABASE ${name} CHARACTER SET utf8mb4.`,
  DATABASE_REFUSED: (url, reason) =>
    `The database server of db.url (${url}) refuses the user: ${reason}. Check db.username and db.password.`,
  DATABASE_UNREACHABLE: (url, reason) =>
    `The database of db.url (${url}) cannot be reached: ${reason}. Is it running, and are host and port right?`,
  DECIMAL_TOO_WIDE: (owner, field, digits) =>
    `${owner}.${field} is a DECIMAL of ${digits} digits, and SQLite keeps 15 exactly: use DECIMAL(15, …) at most, or MariaDB/MySQL.`,
  DRIVER_MISSING: (driver, url) => `db.url (${url}) needs the driver ${driver}: npm install ${driver}`,
  FIELD_HIDES_ATTRIBUTE: (owner, field) =>
    `${owner}.${field} is a class field that hides the column of that name: write "declare ${field}: …", or set "useDefineForClassFields": false in tsconfig.json.`,
  FIELD_INITIALISED: (owner, field) =>
    `${owner}.${field} has an initialiser that overwrites every given value: write "declare ${field}: …" and set the default by @Default.`,
  FIELD_TYPE_UNSUPPORTED: (owner, field, type) =>
    `${owner}.${field} is of the type ${type}, which has no JSON form here: mark it @Hidden, or choose another type.`,
  FOREIGN_KEY_MISSING: (owner, property, foreignKey) =>
    `${owner}.${property} needs the column "${foreignKey}", which is not there: declare it with @ForeignKey(() => …), or name another in the association.`,
  MODEL_INVALID: (reason) => `The domain model cannot be used: ${reason}`,
  NOT_A_MODEL: (name) => `${name} is no model: extend BaseDomain, or Model of sequelize-typescript.`,
  ROLES_UNREADABLE: (table, reason) =>
    `The table ${table} of security.rolesTable cannot be read (${reason}): give it the columns role and permission.`,
  SCHEMA_FAILED: (reason, statement) => `The tables cannot be created: ${reason} (${statement})`,
  SCHEMA_MODE_UNKNOWN: (mode) =>
    `db.providerProperties "hbm2ddl.auto" is "${mode}": use none, validate, update, create or create-drop.`,
  TABLE_MARK_MISSING: (name) => `${name} is no table yet: mark the class with @Table of sequelize-typescript.`,
  TABLE_MISSING: (table) =>
    `The table ${table} is not there: create it by a migration, or set db.providerProperties "hbm2ddl.auto" to "update".`,
  TO_MANY_ACCESSOR: (owner, property) =>
    `${owner}.${property} is a to-many association on an accessor, which could never be filled: write "declare ${property}: …[]".`,
  URL_INVALID: (url, reason) =>
    `db.url (${url}) is not valid: ${reason} Use mysql://user:password@host:port/name, mariadb://…, sqlite:path or sqlite::memory:`,
} satisfies Record<string, (...facts: string[]) => string>;

export type PersistenceErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const PERSISTENCE_ERROR_CODES = Object.keys(MESSAGES) as readonly PersistenceErrorCode[];

/** A data source or a model that cannot be used as it stands; it stops the start. */
export class PersistenceError extends Error {
  override readonly name = 'PersistenceError';

  constructor(
    readonly code: PersistenceErrorCode,
    facts: readonly string[],
    options?: ErrorOptions,
  ) {
    super((MESSAGES[code] as (...facts: string[]) => string)(...facts), options);
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

/** The connection broke while COMMIT was under way: nobody knows whether the changes stand. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection broke while the changes were being committed: read again before you repeat them.', { cause });
  }
}
