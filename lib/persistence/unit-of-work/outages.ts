import { DEMOTED, NOT_READY } from '../connection/watched-connections';

/** Why a database that responds cannot do its work. What it was asked to write is not written. */
export type Outage = 'full' | 'readOnly' | 'notOpened' | 'brokenFiles' | 'outsideCluster' | 'notCommitted';

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
}

const NOT_COMMITTED = 1180;
/** The disk is full, the table is full. */
const FULL = new Set([1021, 1114]);
/** Errors of files and of the storage engine, with the number of the error of the system in the message. */
const OF_SYSTEM = new Set([3, 1026, 1030, NOT_COMMITTED]);
const NO_SPACE = /\b(?:errno|errcode|error):? 28\b/i;

const ON_SQLITE: Readonly<Record<string, Outage>> = {
  SQLITE_FULL: 'full',
  SQLITE_READONLY: 'readOnly',
  SQLITE_CANTOPEN: 'notOpened',
  SQLITE_IOERR: 'brokenFiles',
};

/** The outage that an error of a driver reports; undefined for other errors. */
export function outageIn({ code = '', errno = 0, message = '' }: DriverError = {}): Outage | undefined {
  if (FULL.has(errno) || (OF_SYSTEM.has(errno) && NO_SPACE.test(message))) return 'full';
  if (errno === NOT_COMMITTED) return 'notCommitted';
  if (errno === NOT_READY) return 'outsideCluster';
  return DEMOTED.has(errno) ? 'readOnly' : ON_SQLITE[code];
}
