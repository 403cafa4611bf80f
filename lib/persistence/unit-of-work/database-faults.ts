import {
  BaseError,
  BulkRecordError,
  ConnectionError,
  DatabaseError,
  ForeignKeyConstraintError,
  OptimisticLockError,
  AggregateError as RowErrors,
  UniqueConstraintError,
  ValidationError,
} from 'sequelize';
import type { DomainClass } from '../../metadata';
import { distinct, type Violation } from '../../values';
import type { DriverError, Outage } from '../dialects/errors';
import { knownErrors } from '../dialects/known-errors';
import { PersistenceError } from '../errors';
import { ColumnValueError } from '../models/column-rules';
import { type DomainModel, fieldOfColumn } from '../models/domain-model';
import { violationOfItem } from '../models/violation-message';
import { BusyPoolError } from './busy-pool';
import { LockHeldError } from './lock-held-error';
import { isUniqueFault, learnIndexes, uniqueFields, uniqueMessage } from './unique-fields';

/** The meaning of a database error, independent of the database. `type` is the class of the fields that it names. */
export type DatabaseFault =
  /** `message` is that of the model (`@Unique({ msg })`). */
  | {
      readonly kind: 'unique';
      readonly fields: readonly string[];
      readonly message?: string;
      readonly type?: DomainClass;
    }
  /** Whether the row is still referred to (`isTarget`), or refers to a row that does not exist. */
  | { readonly kind: 'reference'; readonly isTarget: boolean }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[]; readonly type?: DomainClass }
  /** A trigger rejects the write, with a message of its own. */
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'stale' }
  /**
   * A deadlock, a lock timeout or the like: the same unit of work may succeed if it is retried. `isHeld` if a transaction
   * that domain code has begun may hold the lock, `isFileLocked` if another process has locked the file of SQLite.
   */
  | { readonly kind: 'contention'; readonly isHeld?: boolean; readonly isFileLocked?: boolean }
  /** The statement was ended since it took too long. */
  | { readonly kind: 'late' }
  /** No connection of the pool became free in time. */
  | { readonly kind: 'busy' }
  /** Without an outage the database cannot be reached. */
  | { readonly kind: 'unavailable'; readonly outage?: Outage };

/** The base class of all errors of Sequelize, for mappings of database errors. */
export { BaseError as DatabaseErrorBase };

const OF_FILE: ReadonlySet<Outage> = new Set(['readOnly', 'notOpened', 'brokenFiles']);
/** The meaning of each error, recorded when its statement failed. */
const faults = new WeakMap<Error, DatabaseFault | undefined>();

/** @param model the model whose fields the error names; without one, a fault that is recorded already is kept */
export function keepFault(error: unknown, model?: DomainModel): void {
  if (error instanceof BaseError && (model || !faults.has(error))) faults.set(error, faultIn(error, model));
}

/** Waits for a statement that writes rows of a model, and records the fault of its error by the fields of that model. */
export function recordFault<T>(model: DomainModel, statement: Promise<T>): Promise<T> {
  return statement.catch(async (error) => {
    // The error of the write is thrown even if the indexes cannot be read.
    await learnIndexes(model, error).catch(() => undefined);
    keepFault(error, model);
    throw error;
  });
}

/** The error of a foreign key that refers to no row, for a row that the principal may not know of. */
export function missingReferenceError(): Error {
  const parent = Object.assign(new Error('A foreign key refers to a row outside its scope.'), { errno: 1452, sql: '' });
  return new ForeignKeyConstraintError({ parent });
}

/**
 * Classifies an error. Errors of statements are classified when they fail; those of validators, of stale instances and
 * of an application's own Sequelize here.
 *
 * @returns undefined for an error that is not from the database, or is a programming error
 */
export function classifyDatabaseError(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof BaseError)) return undefined;
  keepFault(error);
  return faults.get(error);
}

/** Whether the error of opening a database says that its server cannot be reached, as opposed to a mistake. */
export function isUnreachable(error: unknown): boolean {
  const isOpening = error instanceof PersistenceError && error.code === 'DATABASE_UNREACHABLE';
  const fault = classifyDatabaseError(isOpening ? error.cause : error);
  return fault?.kind === 'unavailable' && fault.outage === undefined;
}

function faultIn(error: BaseError, model?: DomainModel): DatabaseFault | undefined {
  if (error instanceof OptimisticLockError) return { kind: 'stale' };
  if (error instanceof UniqueConstraintError) return uniqueFault(error, model);
  if (error instanceof ForeignKeyConstraintError)
    return { kind: 'reference', isTarget: knownErrors.isStillReferredTo(error.parent) === true };
  if (error instanceof ValidationError) return invalidFault(error, model);
  if (error instanceof RowErrors) return bulkFault(error);
  if (error instanceof BusyPoolError) return { kind: 'busy' };
  if (error instanceof LockHeldError) return { kind: 'contention', isHeld: true };
  if (error instanceof ConnectionError) return connectionFault(error);
  return error instanceof DatabaseError ? driverFault(error, model) : undefined;
}

/** Whether the connection was lost during a statement, which the database may have executed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseError && knownErrors.isConnectionLost(error.parent);
}

/**
 * Whether the statement was not carried out because of its connection: it was lost before, or the server behind it is
 * read-only or outside of its cluster. Another connection may do it.
 */
export function isNeverDone(error: unknown): boolean {
  return error instanceof DatabaseError && knownErrors.isNeverDone(error.parent);
}

/** Whether the connection could not work with the file of SQLite. A new one may, when the file is in order again. */
export function isOfFile(error: unknown): boolean {
  const fault = classifyDatabaseError(error);
  return fault?.kind === 'unavailable' && fault.outage !== undefined && OF_FILE.has(fault.outage);
}

/** Whether the transaction of the failed statement has ended, or must be assumed to have ended. */
export function endsTransaction(error: unknown): boolean {
  const kind = classifyDatabaseError(error)?.kind;
  return kind === 'contention' || kind === 'unavailable';
}

function driverFault({ parent }: DatabaseError, type?: DomainModel): DatabaseFault | undefined {
  const meaning = knownErrors.meaningOf(parent);
  if (meaning && meaning.kind !== 'invalid') return meaning;
  return rejection(parent) ?? (meaning && { kind: 'invalid', violations: rejectedFields(type, parent), type });
}

/** The violation of a field whose value the database rejects; none if its message names no column. */
function rejectedFields(model: DomainModel | undefined, error: DriverError): readonly Violation[] {
  const rejection = knownErrors.rejectionOf(error);
  const column = rejection?.column.replace(/[`']/g, '').split('.').at(-1);
  const name = column && model && fieldOfColumn(model, column);
  return name && Object.hasOwn(model.getAttributes(), name) ? [{ path: [name], message: rejection!.message }] : [];
}

function connectionFault({ parent }: ConnectionError): DatabaseFault {
  const meaning = parent && knownErrors.meaningOf(parent);
  const outage = meaning?.kind === 'unavailable' ? meaning.outage : undefined;
  return { kind: 'unavailable', ...(outage && { outage }) };
}

/** The fault of a trigger that rejects the write. */
function rejection(error: DriverError): DatabaseFault | undefined {
  const message = knownErrors.triggerMessage(error);
  return message === undefined ? undefined : { kind: 'rejected', message };
}

function uniqueFault(error: UniqueConstraintError, model?: DomainModel): DatabaseFault {
  const type = modelIn(error, model);
  if (isUniqueFault(error)) {
    const fields = uniqueFields(type, error);
    return { kind: 'unique', fields, message: uniqueMessage(type, fields), type };
  }
  return rejection(error.parent) ?? { kind: 'invalid', violations: rejectedFields(type, error.parent), type };
}

function invalidFault(error: ValidationError, model?: DomainModel): DatabaseFault {
  return { kind: 'invalid', violations: violationsOf(error), type: modelIn(error, model) };
}

function modelIn(error: ValidationError, model?: DomainModel): DomainModel | undefined {
  if (error instanceof ColumnValueError) return error.model;
  const instance = error.errors[0]?.instance as { readonly constructor: DomainModel } | null | undefined;
  return model ?? instance?.constructor;
}

/** The violations of rows that are created together. */
function bulkFault({ errors }: RowErrors): DatabaseFault | undefined {
  const faults = errors.map((error) => classifyDatabaseError(error instanceof BulkRecordError ? error.errors : error));
  const invalid = faults.filter((fault) => fault?.kind === 'invalid');
  const violations = distinct(invalid.flatMap((fault) => fault.violations));
  return invalid.length > 0 ? { kind: 'invalid', violations, type: invalid[0]!.type } : undefined;
}

function violationsOf(error: ValidationError): readonly Violation[] {
  if (error instanceof ColumnValueError) return error.violations;
  return error.errors.map(violationOfItem);
}
