import type { Errors } from './errors';
import { errors as ofServers } from './servers/errors';
import { errors as ofSqlite } from './sqlite/errors';

const ALL: readonly Errors[] = [ofServers, ofSqlite];

/** What the errors of all drivers mean, for errors whose database is not known. */
export const knownErrors: Errors = {
  meaningOf: (error) => first((errors) => errors.meaningOf(error)),
  isConnectionLost: (error) => ALL.some((errors) => errors.isConnectionLost(error)),
  isNeverDone: (error) => ALL.some((errors) => errors.isNeverDone(error)),
  lockWaitOf: (error) => first((errors) => errors.lockWaitOf(error)),
  isConflict: (error) => ALL.some((errors) => errors.isConflict(error)),
  isTaken: (error) => ALL.some((errors) => errors.isTaken(error)),
  isDuplicate: (error) => ALL.some((errors) => errors.isDuplicate(error)),
  violatedIndex: (error) => first((errors) => errors.violatedIndex(error)),
  isStillReferredTo: (error) => first((errors) => errors.isStillReferredTo(error)),
  rejectionOf: (error) => first((errors) => errors.rejectionOf(error)),
  triggerMessage: (error) => first((errors) => errors.triggerMessage(error)),
};

function first<T>(read: (errors: Errors) => T | undefined): T | undefined {
  for (const errors of ALL) {
    const found = read(errors);
    if (found !== undefined) return found;
  }
  return undefined;
}
