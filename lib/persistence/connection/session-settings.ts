import type { DriverConnection } from './driver-connection';

/** The bounds of statements, in milliseconds. */
export interface StatementTimes {
  /** 0 for no bound. */
  readonly statementTimeoutMs: number;
  /** Undefined for that of the server. */
  readonly lockWaitMs?: number;
  /** The most connections that wait for locks at a time; half of the pool when absent. */
  readonly maxLockWaits?: number;
}

/** What bounds statements on the server itself, as assignments for `SET SESSION`; MySQL bounds SELECT alone. */
export function sessionSettings(
  connection: DriverConnection,
  { statementTimeoutMs, lockWaitMs }: StatementTimes,
): string {
  const statement = isMariadb(connection)
    ? `max_statement_time = ${statementTimeoutMs / 1000}`
    : `max_execution_time = ${statementTimeoutMs}`;
  // The unit of the server is a second.
  const lockWait = lockWaitMs === undefined ? '@@GLOBAL.innodb_lock_wait_timeout' : Math.ceil(lockWaitMs / 1000);
  return `${statement}, innodb_lock_wait_timeout = ${lockWait}`;
}

function isMariadb({ _handshakePacket }: DriverConnection): boolean {
  return /mariadb/i.test(_handshakePacket?.serverVersion ?? '');
}
