import { isObject } from '../../foundation';
import type { Dialect } from '../database-url';
import { keepFault } from '../unit-of-work/database-faults';
import { redactStatement } from './redact-literals';

/**
 * Makes the error of a statement safe to log: literals are removed from the statement, which is enumerable only once.
 * The meaning of the error is stored for `classifyDatabaseError`.
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

/** Removes the values from the error of a statement and from its causes. */
function hideValues(error: unknown, dialect: Dialect): void {
  if (!isObject(error)) return;
  const failed = error as DatabaseError;
  delete failed.parameters;
  if (typeof failed.sql === 'string') failed.sql = redactStatement(failed.sql, dialect);
  if (failed.parent !== error) hideValues(failed.parent, dialect);
}

/** Sequelize stores the error of the driver as `parent` and `original`, and the statement in both errors. */
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
