import { verifyDeadline } from '../../foundation';
import { CommitOutcomeUnknownError } from '../errors';
import { isConnectionLost, isNeverDone } from '../unit-of-work/database-faults';
import type { StatementEffect } from '../unit-of-work/unit-of-work';

/**
 * Sends a statement that is its own transaction. It is sent again over another connection, once, if that cannot do harm.
 *
 * @throws CommitOutcomeUnknownError when the connection breaks during a write
 * @throws DeadlineError
 */
export async function sendAlone<T>(effect: StatementEffect, send: () => Promise<T>): Promise<T> {
  verifyDeadline();
  try {
    return await send();
  } catch (error) {
    if (!isNeverDone(error)) {
      if (!isConnectionLost(error)) throw error;
      if (effect !== 'read') throw new CommitOutcomeUnknownError(error);
    }
    verifyDeadline();
    return send();
  }
}
