import { isObject } from '../../foundation';
import type { Dialect } from '../database-url';
import { keepFault } from '../unit-of-work/database-faults';
import { redactStatement } from './redact-literals';

/**
 * The error of a statement as it leaves: with the statement as a log may show it, and with what it means kept beside it.
 * An error is logged with all that can be listed of it: the statement is listed once, however often it is there.
 */
export function redactError<E>(error: E, dialect: Dialect): E {
  hideValues(error, dialect);
  hideDuplicates(error);
  keepFault(error);
  return error;
}

interface DatabaseError {
  sql?: unknown;
  parameters?: unknown;
  readonly parent?: unknown;
}

/** Takes the values off the error of a statement, and off what led to it. */
function hideValues(error: unknown, dialect: Dialect): void {
  if (!isObject(error)) return;
  const failed = error as DatabaseError;
  delete failed.parameters;
  if (typeof failed.sql === 'string') failed.sql = redactStatement(failed.sql, dialect);
  if (failed.parent !== error) hideValues(failed.parent, dialect);
}

/** Sequelize names the error of the driver twice, and both errors have the statement. */
function hideDuplicates(error: unknown): void {
  if (!isObject(error)) return;
  const { parent } = error as DatabaseError;
  if (!isObject(parent) || parent === error) return;
  makeNonEnumerable(error, 'original');
  if ('sql' in error) makeNonEnumerable(parent, 'sql');
}

function makeNonEnumerable(object: object, name: string): void {
  if (Object.hasOwn(object, name)) Object.defineProperty(object, name, { enumerable: false });
}
