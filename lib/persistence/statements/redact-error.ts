import { isObject } from '../../foundation';
import type { SqlRules } from '../sql-tokens';
import { keepFault } from '../unit-of-work/database-faults';
import { redactStatement } from './redact-literals';

/**
 * Makes the error of a statement safe to log: literals are removed from the statement, which is enumerable only once.
 * The meaning of the error is stored for `classifyDatabaseError`.
 */
export function redactError<E>(error: E, rules: SqlRules): E {
  hideValues(error, rules);
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
function hideValues(error: unknown, rules: SqlRules): void {
  if (!isObject(error)) return;
  const failed = error as DatabaseError;
  delete failed.parameters;
  if (typeof failed.sql === 'string') failed.sql = redactStatement(failed.sql, rules);
  if (failed.parent !== error) hideValues(failed.parent, rules);
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
