import { dialectOfServer } from '../dialects/dialect-of';
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
  { _handshakePacket }: DriverConnection,
  { statementTimeoutMs, lockWaitMs }: StatementTimes,
): string {
  const { driver } = dialectOfServer(_handshakePacket?.serverVersion ?? '');
  // The unit of the server is a second.
  const lockWait = lockWaitMs === undefined ? '@@GLOBAL.innodb_lock_wait_timeout' : Math.ceil(lockWaitMs / 1000);
  return `${driver.timeLimit?.(statementTimeoutMs)}, innodb_lock_wait_timeout = ${lockWait}`;
}
