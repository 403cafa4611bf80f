import type { Sequelize } from 'sequelize-typescript';
import { DeadlineError, deadlines } from '../../foundation';
import type { SqliteConnections } from '../connection/sqlite-connections';
import { CommitOutcomeUnknownError } from '../errors';
import type { Connection } from '../sequelize/connections';
import { isConnectionLost, isNeverDone, isOfFile } from '../unit-of-work/database-faults';

/** A database; `files` replaces a connection of SQLite that cannot work with its file. */
interface Sender {
  /** Undefined for a query of Sequelize, which takes a connection itself. */
  readonly connectionManager?: Sequelize['connectionManager'];
  readonly files?: Pick<SqliteConnections, 'replace'>;
}

/**
 * Sends a statement that is its own transaction. It is sent again over another connection, once, if that cannot do harm.
 *
 * @throws CommitOutcomeUnknownError when the connection breaks during a write
 * @throws DeadlineError
 */
export async function sendAlone<T>(
  { connectionManager, files }: Sender,
  effect: 'read' | 'write',
  send: (connection: Connection) => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const deadline = deadlines.getStore();
    if (deadline && performance.now() > deadline.atMs) throw new DeadlineError(deadline);
    const connection = (await connectionManager?.getConnection({ type: 'read' })) as Connection;
    try {
      return await send(connection);
    } catch (error) {
      if (files && isOfFile(error)) files.replace();
      if (!mayRepeat(error, effect) || !isFirst) throw error;
    } finally {
      connectionManager?.releaseConnection(connection);
    }
  }
}

/** @throws CommitOutcomeUnknownError */
function mayRepeat(error: unknown, effect: 'read' | 'write'): boolean {
  if (isNeverDone(error)) return true;
  if (!isConnectionLost(error)) return false;
  if (effect === 'read') return true;
  throw new CommitOutcomeUnknownError(error);
}
