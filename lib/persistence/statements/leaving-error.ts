import { isObject } from '../../foundation';
import type { Dialect } from '../database-url';
import { keepFault } from '../unit-of-work/database-faults';
import { withoutLiterals } from './hidden-values';

/** The error of a statement as it leaves: without the values in the statement, and with what it means kept beside it. */
export function leavingError<E>(error: E, dialect: Dialect): E {
  hideValues(error, dialect);
  keepFault(error);
  return error;
}

interface DatabaseError {
  sql?: unknown;
  parameters?: unknown;
  readonly parent?: unknown;
}

/** Takes the values off the error of a statement, and off what led to it: an error is logged with all that it has. */
function hideValues(error: unknown, dialect: Dialect): void {
  if (!isObject(error)) return;
  const failed = error as DatabaseError;
  delete failed.parameters;
  if (typeof failed.sql === 'string') failed.sql = withoutLiterals(failed.sql, dialect);
  if (failed.parent !== error) hideValues(failed.parent, dialect);
}
