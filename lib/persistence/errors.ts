import { CodedError, codesOf, messagesByCode } from '../foundation';
import type { NamedEntity, NamedInvariant } from '../metadata';

const MESSAGES = messagesByCode({
  ADOPTED_OPTION_UNSUPPORTED: (model, option, effect) =>
    `The Sequelize instance of ${model} has the option ${option}, which has no effect on the connections of an application, where ${effect}: remove the option, and convert values in your code where it needs others.`,
  ASSOCIATION_NOT_DESCRIBED: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which has no describeModel(${target}, …): describe it, and list it among the domain classes, or keep the association out of the API by describeModel(${owner}, { exclude: ['${property}'] }).`,
  ASSOCIATION_SCOPE_COLUMN: (owner, property, name, rows) =>
    `${owner}.${property} has a scope on "${name}", which is not a column of ${rows}: name a field of ${rows}.`,
  ASSOCIATION_SCOPE_VALUE: (owner, property, name, rows) =>
    `${owner}.${property} has a scope on ${rows}.${name} that is not one value: write a text, a number, a boolean or null, which new ${rows} entities get, and declare other conditions as a default scope.`,
  ASSOCIATION_TARGET_NO_TABLE: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not a table: mark ${target} with @Table of sequelize-typescript.`,
  ASSOCIATION_TARGET_UNDEFINED: (owner, property) =>
    `${owner}.${property} refers to a class that is undefined: correct the import of ${owner}, or export the class from its module.`,
  ASSOCIATION_TARGET_UNKNOWN: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.`,
  AUTO_INCREMENT_MISPLACED: (owner, field) =>
    `${owner}.${field} is marked @AutoIncrement but is not the primary key, the only column that every database can auto-increment: remove the mark and set the value in a hook, or mark a column that the table fills itself @ReadOnly.`,
  BIGINT_TOO_WIDE: (owner, field) =>
    `${owner}.${field} is a BIGINT UNSIGNED, and SQLite keeps integers up to 2^63−1: use BIGINT, or MariaDB/MySQL. Tests of a project with a server can run there (TEST_MYSQL_URL).`,
  CLASS_CLAIMED: (name, first, second) =>
    `${name} belongs to the data source ${first} already and cannot belong to ${second} too: let both applications name the same database with the same user (in-memory databases are never shared), give each its own domain classes, or run one process for each.`,
  CLASS_NAME_TAKEN: (name) =>
    `Two domain classes are named ${name}: rename one of them, or set @Table({ modelName: '…' }).`,
  CLASS_UNCLAIMED: (name) => `${name} belongs to no data source yet: start its application first.`,
  CLASS_UNDEFINED: (index) =>
    `The element ${index} of the list of domain classes is undefined: correct the name that is imported. If two modules import each other, import one of them later, or list the classes in a module that neither imports.`,
  COLLECTION_UNKNOWN: (owner, property, known) =>
    `${owner} has no collection "${property}": correct the name. Known collections: ${known}.`,
  COLUMN_MISSING: (owner, field, column, table, known) =>
    `${owner}.${field} is stored in the column ${column}, which the table ${table} does not have (its columns: ${known}): add or rename the column by a migration, name another by @Column({ field: '…' }), or set db.providerProperties "hbm2ddl.auto" to "update".`,
  COLUMN_NAME_UNUSABLE: (owner, field, column) =>
    `${owner}.${field} is stored in the column ${column}, and no object can have a value of that name: rename the column by a migration, or leave it out of the class.`,
  COLUMN_RENAMED: (owner, field, column, table, former) =>
    `${owner}.${field} is stored in the column ${column}, and the table ${table} has ${former} in its place, which would be left behind: rename that column by a migration, or name it by @Column({ field: '${former}' }).`,
  COLUMN_TAKEN: (owner, first, second, column) =>
    `${owner}.${first} and ${owner}.${second} are both stored in the column ${column}, and would overwrite each other: keep one of them, or give one another column by @Column({ field: '…' }).`,
  COLUMN_TYPE_MISSING: (owner, field, type, remedy) =>
    `${owner}.${field} is of the type ${type}, which SQLite, MariaDB and MySQL do not all have: write ${remedy}.`,
  COLUMN_UNTYPED: (owner, field, reason) =>
    `${owner}.${field} is a column without a data type, which cannot be inferred ${reason}: write it, as in @Column(DataType.STRING) for a text; others are INTEGER, DECIMAL(10, 2), BOOLEAN, DATE and JSON.`,
  DATABASE_OF_WORKERS: (url, workers) =>
    `The database of db.url (${url}) is in the memory of its process, and server.workers is ${workers}, so that each worker would have rows of its own: use a file or a server.`,
  DATABASE_SETTINGS_DIFFER: (second, first, url, key) =>
    `${second} and ${first} share the database ${url}, and set db.${key} differently: set it alike, or run one process for each.`,
  DATABASE_UNKNOWN: (url, name) =>
    `The database server of db.url (${url}) has no database "${name}": create it, for example by CREATE DATABASE ${name} CHARACTER SET utf8mb4.`,
  DATABASE_ACCESS_DENIED: (url, reason) =>
    `The database server of db.url (${url}) rejects the user: ${reason}. Check db.username and db.password.`,
  DATABASE_TLS_FAILED: (url, reason) => `The database of db.url (${url}) cannot be reached with TLS: ${reason}.`,
  DATABASE_UNREACHABLE: (url, reason) =>
    `The database of db.url (${url}) cannot be reached: ${reason}. Start it, or correct host and port of db.url.`,
  DECIMAL_TOO_WIDE: (owner, field, digits) =>
    `${owner}.${field} is a DECIMAL of ${digits} digits, and SQLite keeps 15 exactly: use DECIMAL(15, …) at most, or MariaDB/MySQL. Tests of a project with a server can run there (TEST_MYSQL_URL).`,
  DECORATORS_MISSING: (name) =>
    `${name} needs the package sequelize-typescript, which is not installed: npm install sequelize-typescript. Models of Model.init or sequelize.define need it not: describe them by describeModel.`,
  DEFAULT_INVALID: (owner, field, value, problem) =>
    `${owner}.${field} has the default ${value}, which its column cannot hold: it ${problem}. Correct one of the two.`,
  DEFAULT_SCOPE_COLUMN: (owner, name) =>
    `The default scope of ${owner} has a condition on "${name}", which is not a column of ${owner}: correct the name, or write an expression.`,
  DEFAULT_SCOPE_FUNCTION: (owner) =>
    `The default scope of ${owner} is a function, or has one as its "where", which Sequelize ignores: write an object, with an SQL expression for a value that changes with time.`,
  DEFAULT_SCOPE_OPTION: (owner, option, remedy) =>
    `The default scope of ${owner} has "${option}", and only "where" applies to every query: ${remedy}.`,
  DELETE_RULE_NOT_NULL: (place, column) =>
    `${place} declares onDelete "SET NULL", and ${column} is never null: allow null there, or declare CASCADE or RESTRICT.`,
  DELETE_RULE_UNKNOWN: (place, rule) =>
    `${place} declares onDelete "${rule}": write CASCADE, SET NULL, RESTRICT or NO ACTION.`,
  DELETE_RULE_WEAKER: (place, declared, column, stored) =>
    `${place} declares ${declared}, but the foreign key ${column} of the database has ON DELETE ${stored}, which is stricter: remove the declaration, or declare onDelete "${stored}", to keep that rule, or change the foreign key in a migration.`,
  DELETE_RULES_CONTRADICT: (first, firstRule, second, secondRule, column) =>
    `${first} declares onDelete "${firstRule}" and ${second} "${secondRule}", both for ${column}: declare it once, or alike.`,
  DRIVER_MISSING: (driver, url) => `db.url (${url}) needs the driver ${driver}: npm install ${driver}`,
  ENGINE_WITHOUT_TRANSACTIONS: (owner, engine) =>
    `${owner} sets engine: '${engine}', whose tables have no transactions, so that a request that fails would leave half of its changes: remove the option, or write 'InnoDB'.`,
  ENUM_VALUES_INVALID: (owner, field, values) =>
    `${owner}.${field} is an ENUM, and its values (${values}) are not a list of different texts: write DataType.ENUM('a', 'b'), or DataType.ENUM(...Object.values(Kind)) for an enum of TypeScript whose members are texts.`,
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
  FOREIGN_KEY_IMPOSSIBLE: (table, columns, referred) =>
    `The foreign key on ${columns} of the table ${table} cannot be created, since rows refer to no row of ${referred}: change these rows, or declare the association with constraints: false.`,
  FOREIGN_KEY_MISSING: (owner, property, foreignKey) =>
    `${owner}.${property} needs the column "${foreignKey}", which is not there: declare it with @ForeignKey(() => …), or name another in the association.`,
  FOREIGN_KEY_UNDECLARED: (owner, property, holder, target) =>
    `${owner}.${property} needs a foreign key to ${target} in ${holder}: declare a column of ${holder} with @ForeignKey(() => ${target}), or name one in the association.`,
  FULL_TEXT_JOIN_TABLE: (owner, field, collection) =>
    `${owner}.${field} is marked @Searchable({ fullText: true }) in the join table of ${collection}, whose columns have no full-text index: leave out fullText, or move the text to a class of its own.`,
  FULL_TEXT_KEY: (owner, field, table) =>
    `${owner}.${field} is marked @Searchable({ fullText: true }), and the table ${table} has no primary key of the type INTEGER, by which SQLite's full-text index finds rows: use such a key, or MariaDB/MySQL, or leave out fullText.`,
  FULL_TEXT_MISSING: (owner, field, index, table) =>
    `${owner}.${field} is marked @Searchable({ fullText: true }), and ${index} of the table ${table} does not exist: create it in a migration (see docs/search.md), or set db.providerProperties "hbm2ddl.auto" to "update".`,
  FULL_TEXT_UNSUPPORTED: (owner, field, reason) =>
    `${owner}.${field} is marked @Searchable({ fullText: true }), and the database makes no full-text index for it (${reason}): leave out fullText, or use a SQLite with FTS5, or a table of InnoDB on MariaDB/MySQL.`,
  HOOK_NEVER_RUNS: (owner, hook) =>
    `${owner} has the hook ${hook}, which Sequelize runs for connections, statements or all classes at once, and never for one class: remove it. (To run code at the start, use a plugin of the application.)`,
  INDEX_CONDITION_UNSUPPORTED: (owner, index) =>
    `${owner} has the unique index ${index} with "where", which MariaDB and MySQL would take for all rows: leave it out of the model, and create it in a migration, on a generated column that is null for the rows that do not count.`,
  INDEX_FIELD_UNKNOWN: (owner, index, field, known) =>
    `${owner} has the index ${index} of "${field}", which is not a column of ${owner}: correct the name. Known fields: ${known}.`,
  INDEX_NAME_TAKEN: (first, second, index) =>
    `${first} and ${second} both have an index named ${index}, and index names are unique per database on SQLite: rename one, or leave the name out. Tests of a project with a server can run there (TEST_MYSQL_URL).`,
  JOIN_TABLE_PARANOID: (owner, property, join) =>
    `${owner}.${property} is joined by ${join}, which is paranoid: a link that was removed would keep its keys taken, so that it could not be made again. Remove paranoid from ${join}, or give it a primary key of its own and set unique: false beside model in through.`,
  KEYS_UNREADABLE: (table, reason) =>
    `The table ${table} of idempotency cannot be read (${reason}): create it in a migration (see docs/consistency.md), or set db.providerProperties "hbm2ddl.auto" to "update".`,
  EXCLUDED_UNKNOWN: (owner, property, known) =>
    `describeModel(${owner}) excludes "${property}", which is not an association of ${owner} (${known}): correct the name.`,
  DELETED_AT_NOT_NULLABLE: (owner, field) =>
    `${owner}.${field} stores when a row was deleted, and is null in all other rows: remove @AllowNull(false) and @Default.`,
  KEY_DEFAULT_EXPRESSION: (owner, field) =>
    `${owner}.${field} is the primary key and its default is an SQL expression, whose value only the database would know: write @Default(DataType.UUIDV4) or a function, set the key in a hook, or leave the default out, so that each payload gives the key.`,
  MIGRATION_CLAIM_LOST: (url, reason) =>
    `This process lost its claim of the migrations on ${url} (${reason}), and has sent no further statement: see koaggregate migrate status, and try again.`,
  MIGRATION_DOWN_MISSING: (name) => `The migration ${name} cannot be reverted, since it has no part down: write one.`,
  MIGRATION_FAILED: (name, direction, statement, reason, state) =>
    `The migration ${name} failed (${direction}): ${reason}\n${statement}\n${state}`,
  MIGRATION_INTERRUPTED: (file, direction, reason, number, statement, state) =>
    `The migration ${file} (${direction}) did not end: ${reason}. Its last statement is number ${number}:\n${statement}\n${state}`,
  MIGRATION_INVALID: (file) =>
    `${file} is not a migration: export the functions up and down, or write the parts -- up and -- down in a SQL file.`,
  MIGRATION_NAME_TAKEN: (name, first, second) =>
    `${first} and ${second} are both the migration ${name}: rename one of them.`,
  MIGRATION_NOT_INTERRUPTED: (name, interrupted) =>
    `The migration ${name} is not interrupted, so there is nothing to resolve. Interrupted: ${interrupted}.`,
  MIGRATION_UNKNOWN: (name, state, candidates) =>
    `No migration named ${name} ${state}: correct the name. Candidates: ${candidates}.`,
  MIGRATIONS_LOCKED: (holder, url, waitMs) =>
    `${holder} has been running migrations or changing tables on ${url} for more than ${waitMs} ms (db.migrations.waitMs): wait for it, and try again.`,
  MIGRATIONS_NEED_UMZUG: () => 'Migrations need the package umzug: npm install umzug',
  MODEL_INVALID: (reason) => `The domain model cannot be used: ${reason}`,
  MODEL_UNINITIALISED: (name) =>
    `${name} is described and has no columns yet: call ${name}.init(…), or sequelize.define, before the application starts.`,
  NAME_RESERVED: (owner, name, reason, hint = '') =>
    `${owner}.${name} cannot have this name, since ${reason}: rename it.${hint}`,
  NAMING_STRATEGY_UNKNOWN: (key, problem) => `db.providerProperties "${key}" ${problem}.`,
  NOT_A_MODEL: (name) =>
    `${name} is not a model: extend BaseDomain, or Model of sequelize-typescript, or describe a plain model of Sequelize by describeModel.`,
  ONE_SHARES_KEY: (owner, property, other, key, target) =>
    `${owner}.${property} has one ${target} and ${owner}.${other} several, by the same foreign key ${key}: give the @HasOne a scope or a foreign key of its own, or remove it.`,
  ONE_UNKNOWN: (owner, property, known) =>
    `${owner} has no to-one field "${property}": correct the name. Known to-one fields: ${known}.`,
  PARANOID_WITHOUT_COLUMN: (owner, option) =>
    `${owner} sets paranoid: true and ${option}: false, so that there is no column to mark what is deleted: remove one of the two.`,
  REFERENCED_TABLE_MISSING: (owner, field, table) =>
    `${owner}.${field} refers to the table ${table}, which does not exist and has no model in the application: add its model to the domain classes, or create the table first, in a migration.`,
  REFERENCE_SCOPE: (owner, property, target) =>
    `${owner}.${property} is a @BelongsTo with a scope, which Sequelize ignores: remove it, and limit the rows of ${target} by its default scope.`,
  RESTORE_IMPOSSIBLE: (owner, children) =>
    `${owner} is paranoid, and ${children} entities, which are not, would be deleted for good with it, so that no restore could bring them back: make ${children} paranoid too, or declare onDelete "RESTRICT" or "SET NULL" on the association.`,
  TAG_KEY_MISSING: (owner) =>
    `${owner} has no version and requires If-Match, but there is no key for its entity tags: create the table koaggregate_tag_keys in a migration (see docs/consistency.md), set db.providerProperties "hbm2ddl.auto" to "update", or set concurrency.tagSecret in the configuration.`,
  TAG_KEY_UNREADABLE: (table, reason) =>
    `The table ${table}, with the key of entity tags, cannot be read or written (${reason}): create it in a migration (see docs/consistency.md), set db.providerProperties "hbm2ddl.auto" to "update", or set concurrency.tagSecret in the configuration.`,
  ROLES_UNREADABLE: (table, reason) =>
    `The table ${table} of security.rolesTable cannot be read (${reason}): give it the columns role and permission.`,
  ROW_NOT_READ_BACK: (name, key, table) =>
    `${name} ${key} was written, but the table ${table} has no row with that primary key afterwards: a trigger may have changed the key or deleted the row. Let the trigger leave both, or set @AggregateRoot({ readBack: false }).`,
  SCHEMA_DIFFERS: (place, expected, found, remedy) =>
    `${place}: the model has ${expected}, the database has ${found}. ${remedy}`,
  SCHEMA_FAILED: (reason, statement) => `The tables cannot be created: ${reason} (${statement})`,
  SCHEMA_MODE_UNKNOWN: (mode) =>
    `db.providerProperties "hbm2ddl.auto" is "${mode}": use none, validate, update, create or create-drop.`,
  SCHEMA_MODE_OF_WORKERS: (mode, workers) =>
    `db.providerProperties "hbm2ddl.auto" is "${mode}", and server.workers is ${workers}, so that each worker would drop the tables of the others: use none, validate or update.`,
  TABLE_MARK_MISSING: (name) => `${name} is not a table: mark the class with @Table of sequelize-typescript.`,
  TABLE_MISSING: (table) =>
    `The table ${table} does not exist: create it in a migration, or set db.providerProperties "hbm2ddl.auto" to "update".`,
  TABLE_TAKEN: (first, second, table) =>
    `${first} and ${second} are both stored in the table ${table}: give one of them another by @Table({ tableName: '…' }), or make them one class with a column that tells them apart.`,
  TABLES_REFERENCED: (table, other, columns) =>
    `The table ${table} cannot be dropped, since the foreign key on ${columns} of the table ${other} refers to it, which is not dropped: drop ${other} first, or set db.providerProperties "hbm2ddl.auto" to "update".`,
  TABLES_SHARED: (name, first, firstMode, second, secondMode) =>
    `${first} and ${second} share the table of ${name}, and one of them would drop what the other needs (hbm2ddl.auto is "${firstMode}" and "${secondMode}"): set it alike, or to none, validate or update in both.`,
  TIMESTAMPS_OFF: (owner, option) =>
    `${owner} sets ${option}: false, and BaseDomain has createdAt and updatedAt, which nothing would set then: remove the option, or extend Model of sequelize-typescript.`,
  TO_JSON_REVEALS: (owner, fields) =>
    `${owner}.toJSON may show the hidden columns (${fields}) wherever a ${owner} is converted to JSON: remove it. Responses do not call toJSON; for another form, write a method with another name, or override the route.`,
  TIMEZONE_UNKNOWN: (place, zone) =>
    `The time zone of ${place} is "${zone}": write an offset such as +08:00, or a name such as Asia/Shanghai.`,
  TIMEZONE_UNSUPPORTED: (place, zone) =>
    `The time zone of ${place} is ${zone}, and SQLite stores times in UTC: remove it, or use MariaDB/MySQL.`,
  TIMEZONES_DIFFER: (first, firstZone, second, secondZone) =>
    `The time zone of ${first} is ${firstZone}, and that of ${second} is ${secondZone}, although they use the same database: write the one in which its rows were stored in both.`,
  TRANSACTION_OPEN: () =>
    'A transaction was begun while another one is open, and an in-memory SQLite database has one connection for both: await commit() or rollback() of the first, pass a callback to sequelize.transaction(), so that it waits for its turn, or use a file.',
  TLS_SETTINGS_DIFFER: (name) =>
    `db.ssl and the options of db.url contradict each other about ${name}: keep one of them. Without a mode, db.ssl verifies certificate and host (VERIFY_IDENTITY).`,
  TLS_SETTINGS_INVALID: (place, problem) => `${place} ${problem}.`,
  UNIQUE_IMPOSSIBLE: (table, columns) =>
    `The unique index on ${columns} of the table ${table} cannot be created, since rows have duplicate values: change these rows, or remove the mark.`,
  UNIT_ENDED_EARLY: (verb) =>
    `A unit of work sent ${verb}, which would end its transaction, so that nothing could be rolled back after it: send it outside of the unit, or with { transaction: null }.`,
  UNIT_ISOLATION: (asked, opened) =>
    `A unit of work requests the isolation level "${asked}" inside one that was opened with ${opened}: open the outer one with that level, or the inner one outside of it.`,
  UNIT_READ_ONLY: (verb) =>
    `A unit of work that is read-only sent ${verb}: open it without readOnly, or move the write out of it.`,
  UNIT_SOURCE_AMBIGUOUS: (sources) =>
    `unitOfWork() does not say which database it is for, since several are open (${sources}): call it on a domain class, as in Order.unitOfWork(…).`,
  UNIT_SOURCE_MISSING: () => 'unitOfWork() was called while no database is open: start the application first.',
  UNIT_WRITE_LOST: () =>
    'A savepoint was rolled back, and with it a write that the unit of work around it had sent meanwhile, so that the whole unit is rolled back: await the savepoint before you write outside of it.',
  URL_INVALID: (url, reason) =>
    `db.url (${url}) is not valid: ${reason} Use mysql://user:password@host:port/name, mariadb://…, sqlite:path or sqlite::memory:`,
  URL_OPTION_INVALID: (url, option, problem) => `The option "${option}" of db.url (${url}) ${problem}.`,
  URL_OPTION_UNKNOWN: (url, option, nearest, known) =>
    `db.url (${url}) has the unknown option "${option}"${nearest}: remove it, or correct its name. Known options: ${known}.`,
  VALIDATOR_UNKNOWN: (owner, field, validator) =>
    `${owner}.${field} is to be validated by ${validator}, which Sequelize does not have, so that it would reject every value: correct the name, or write a @Constraint, such as Joi.array() in place of isArray.`,
  VERSION_OFF: (owner) =>
    `${owner} sets version: false, and BaseDomain counts the changes of a row, by which two requests notice each other: remove the option, or extend Model of sequelize-typescript.`,
});

/** All codes of {@link PersistenceError}. */
export const PERSISTENCE_ERROR_CODES = codesOf(MESSAGES);

export type PersistenceErrorCode = (typeof PERSISTENCE_ERROR_CODES)[number];

/** A data source or model that is invalid or was used wrongly. At the start it stops the application. */
export class PersistenceError extends CodedError<PersistenceErrorCode> {
  override readonly name = 'PersistenceError';

  constructor(code: PersistenceErrorCode, facts: readonly string[], options?: ErrorOptions) {
    super(MESSAGES, code, facts, options);
  }
}

/** A query of code that its unit of work did not await. */
export class UnitOfWorkEndedError extends Error {
  override readonly name = 'UnitOfWorkEndedError';

  constructor() {
    super(
      'A query was started inside a unit of work that has ended: await every query before the unit returns, or pass { transaction: null } to leave it on purpose.',
    );
  }
}

/** A write to a row outside the scope of the principal. */
export class OutOfScopeError extends Error {
  override readonly name = 'OutOfScopeError';

  constructor(readonly entity: NamedEntity) {
    super(`The ${entity.name} is outside the scope of the principal: the unit of work was rolled back.`);
  }
}

/** The database has several rows for a to-one association. */
export class SeveralChildrenError extends Error {
  override readonly name = 'SeveralChildrenError';

  constructor(
    readonly owner: NamedEntity,
    readonly property: string,
  ) {
    super(
      `${owner.name}.${property} is to-one, but a row has several: delete all but one of them, and make the foreign key unique.`,
    );
  }
}

/** The connection broke during COMMIT, or during a write without a transaction: the changes may be stored or not. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection broke while the changes were being committed: read again before you repeat them.', { cause });
  }
}

/** An invariant that a root breaks. */
export interface InvariantViolation {
  readonly root: NamedEntity;
  readonly invariant: NamedInvariant;
  /** The key of the root in a path. */
  readonly key: unknown;
  readonly primaryKey: unknown;
  /** Whether the root was created in the same unit of work, which is rolled back. */
  readonly isNew: boolean;
}

/** Invariants are broken at the end of the unit of work, which is rolled back. */
export class InvariantViolatedError extends Error {
  override readonly name = 'InvariantViolatedError';

  constructor(readonly violations: readonly InvariantViolation[]) {
    super(
      violations
        .map(
          ({ root, invariant, key }) => `${root.name} ${String(key)} breaks "${invariant.name}": ${invariant.message}`,
        )
        .join('\n'),
    );
  }
}

/** The method of an invariant threw, which is a mistake in the model. */
export class InvariantMethodError extends Error {
  override readonly name = 'InvariantMethodError';

  constructor(root: NamedEntity, { name, method }: NamedInvariant, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The invariant "${name}" (${root.name}.${method}) failed: ${reason}`, { cause });
  }
}

/** The getter of a computed field threw, which is a mistake in the model. */
export class ComputedFieldError extends Error {
  override readonly name = 'ComputedFieldError';

  constructor(entity: NamedEntity, field: { readonly name: string }, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The computed field ${entity.name}.${field.name} failed: ${reason}.`, { cause });
  }
}

/** Another request with the same idempotency key did not end in time. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError';

  constructor(cause?: unknown) {
    super('Another request with this Idempotency-Key is still being processed: repeat the request later.', { cause });
  }
}

/** A large value was changed while it was read in chunks. */
export class LargeValueChangedError extends Error {
  override readonly name = 'LargeValueChangedError';

  constructor(entity: NamedEntity) {
    super(`The ${entity.name} was changed while one of its large values was being read: read it again.`);
  }
}

/** The values exceed the limit of the database server for a statement. */
export class StatementTooLongError extends Error {
  override readonly name = 'StatementTooLongError';

  /** @param maxBytes the limit of the server (`max_allowed_packet`) */
  constructor(
    bytes: number,
    readonly maxBytes: number,
  ) {
    super(
      `The values have ${bytes} bytes, and the database takes at most ${maxBytes} in one statement: send less at once.`,
    );
  }
}
