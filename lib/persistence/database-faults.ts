import {
  BaseError,
  ConnectionError,
  DatabaseError,
  ForeignKeyConstraintError,
  OptimisticLockError,
  UniqueConstraintError,
  ValidationError,
} from 'sequelize';
import type { DomainModel } from './domain-model';
import { violationMessage } from './violation-message';
import type { Violation } from './violations';

/** What a database error means to those above, whichever database it came from. */
export type DatabaseFault =
  | { readonly kind: 'unique'; readonly fields: readonly string[] }
  /** `isTarget`: the row is still referred to; otherwise it refers to a row that does not exist. */
  | { readonly kind: 'reference'; readonly isTarget: boolean }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  | { readonly kind: 'stale' }
  /** Ended by the database to let others go on: the same unit of work may succeed when it is run again. */
  | { readonly kind: 'contention' }
  | { readonly kind: 'unavailable' };

/** Every error of Sequelize's; what a mapping of database errors is declared for. */
export { BaseError as DatabaseErrorBase };

const CONTENTION = new Set([1213, 1205, 1020, 1047]);
const UNAVAILABLE = new Set([
  2002, 2006, 2013, 1040, 1053, 1129, 1203, 1226, 1290, 1792, 1836, 1969, 3024, 1927, 1152, 1158, 1159, 1160, 1161,
]);
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const INVALID = new Set([1048, 1364, 1406, 1264, 1265, 1292, 1366, 1367, 3819, 4025]);

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
  readonly sql?: string;
}

const models = new WeakMap<Error, DomainModel>();

/** Says whose rows a statement of our own was to write; Sequelize knows it of its own statements alone. */
export function tellModel(error: unknown, model: DomainModel): void {
  if (error instanceof BaseError) models.set(error, model);
}

/** The error of a foreign key that refers to no row, for one that refers to a row that who asks may not know of. */
export function missingReferenceError(): Error {
  const parent = Object.assign(new Error('A foreign key refers to a row outside its scope.'), { errno: 1452, sql: '' });
  return new ForeignKeyConstraintError({ parent });
}

/** Undefined for what is no database error, or one that only a programmer can mend. */
export function classifyDatabaseError(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof BaseError)) return undefined;
  if (error instanceof OptimisticLockError) return { kind: 'stale' };
  if (error instanceof UniqueConstraintError) return uniqueFault(error);
  if (error instanceof ForeignKeyConstraintError) return { kind: 'reference', isTarget: isStillReferredTo(error) };
  if (error instanceof ValidationError) return { kind: 'invalid', violations: violationsOf(error) };
  if (error instanceof ConnectionError) return { kind: 'unavailable' };
  return error instanceof DatabaseError ? driverFault(error.parent as DriverError) : undefined;
}

/** Whether the transaction of the failed statement is gone, or must be taken for gone. */
export function endsTransaction(error: unknown): boolean {
  const kind = classifyDatabaseError(error)?.kind;
  return kind === 'contention' || kind === 'unavailable';
}

function driverFault({ code = '', errno = 0, message = '' }: DriverError): DatabaseFault | undefined {
  if (CONTENTION.has(errno) || code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') return { kind: 'contention' };
  if (UNAVAILABLE.has(errno) || LOST.has(code)) return { kind: 'unavailable' };
  if (code === 'SQLITE_CONSTRAINT' && message.includes('FOREIGN KEY')) return { kind: 'reference', isTarget: false };
  if (INVALID.has(errno) || code === 'SQLITE_CONSTRAINT') return { kind: 'invalid', violations: [] };
  return undefined;
}

/** MySQL gives an object by column or by index, SQLite a list of columns. */
function uniqueFault(error: UniqueConstraintError): DatabaseFault {
  const instance = error.errors[0]?.instance as { readonly constructor: DomainModel } | null | undefined;
  const model = models.get(error) ?? instance?.constructor;
  const names = Array.isArray(error.fields) ? (error.fields as string[]) : Object.keys(error.fields);
  if (names.length === 0) return { kind: 'invalid', violations: violationsOf(error) };
  return { kind: 'unique', fields: model ? names.flatMap((name) => fieldsOf(model, name)) : names };
}

/** The fields of a column or of an index; MariaDB and MySQL name the primary key's PRIMARY. */
function fieldsOf(model: DomainModel, name: string): readonly string[] {
  const fieldOf = (column: string) => model.fieldAttributeMap[column] ?? column;
  if (name === 'PRIMARY') return model.primaryKeyAttributes;
  const index = model._indexes.find((candidate) => candidate.name === name);
  const columns = index?.fields as readonly (string | { readonly name: string })[] | undefined;
  return columns?.map((column) => fieldOf(typeof column === 'string' ? column : column.name)) ?? [fieldOf(name)];
}

/** 1451 against 1452; SQLite has one code for both, so there the statement decides. */
function isStillReferredTo(error: ForeignKeyConstraintError): boolean {
  const { errno, sql = '' } = error.parent as DriverError;
  return errno === 1451 || (errno !== 1452 && /^\s*DELETE/i.test(sql));
}

function violationsOf(error: ValidationError): Violation[] {
  return error.errors.map((item) => ({
    path: item.path === null ? [] : [item.path],
    message: violationMessage(item),
    invalidValue: item.value,
  }));
}
