import {
  behindLast,
  type DriverError,
  type ErrorMeaning,
  type Errors,
  type Outage,
  type Rejection,
  SILENT,
} from '../errors';

/** Deadlocks, timeouts of locks, and conflicts with other nodes. */
const CONTENTION = new Set([1213, 1205, 1020, 3101, 3572]);
const ROW_LOCK_TIMEOUT = 1205;
const UNAVAILABLE = new Set([2002, 2006, 2013, 1040, 1053, 1129, 1203, 1226, 1927, 1152, 1158, 1159, 1160, 1161, 4031]);

/** Interrupted (by us, or by `KILL QUERY` of anybody), max_statement_time, max_execution_time. */
const LATE = new Set([1317, 1969, 3024]);

/** The message of mysql2 when the connection was lost before: the statement was not sent. */
const CLOSED = "Can't add new command when connection is in closed state";
const LOST = new Set([SILENT, 'PROTOCOL_CONNECTION_LOST', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const INVALID = new Set([1048, 1364, 1406, 1264, 1265, 1292, 1366, 1367, 3140, 3819, 4025]);

/** The server is read-only, since it has been demoted, or shuts down: it rejects what another one would do. */
const DEMOTED: ReadonlySet<number> = new Set([1290, 1792, 1836, 3100]);
/** The node is not part of its cluster; it may be again for the next statement. */
const NOT_READY = 1047;

const NOT_COMMITTED = 1180;
/** The disk is full, the table is full. */
const FULL = new Set([1021, 1114]);
/** Errors of files and of the storage engine, with the number of the error of the system in the message. */
const OF_SYSTEM = new Set([3, 1026, 1030, NOT_COMMITTED]);
const NO_SPACE = /\b(?:errno|errcode|error):? 28\b/i;

/** A table or a row exists already. */
const TAKEN = new Set([1050, 1062]);
const DUPLICATE = 1062;

/** Errors of foreign keys: the row is still referred to, or refers to no row. */
const REFERRED_TO = 1451;
const REFERS_TO_NONE = 1452;

/** `SIGNAL` with an SQLSTATE of an error. */
const SIGNAL = 1644;
/** The SQLSTATE for conditions of an application. */
const OF_APPLICATION = '45000';

const first = (pattern: RegExp) => (message: string) => pattern.exec(message)?.[1];
const atEnd = (message: string) => behindLast(message, 'column ')?.split(' at row ', 1)[0];

const NOT_HELD = 'is not a value that its column can hold';

/** The errors for values, by number: what is wrong, and how to find the column in the message. */
const REJECTIONS: Readonly<Record<number, readonly [string, (message: string) => string | undefined]>> = {
  1048: ['must not be null', first(/^Column '([^']+)'/)],
  1364: ['is required', first(/^Field '([^']+)'/)],
  1406: ['is longer than its column', atEnd],
  1264: ['is out of the range of its column', atEnd],
  1265: [NOT_HELD, atEnd],
  1292: [NOT_HELD, atEnd],
  1366: [NOT_HELD, atEnd],
  // Invalid JSON: an error of its own on MySQL; on MariaDB a check constraint with the name of the column.
  3140: [NOT_HELD, (message) => atEnd(message)?.replace(/'\.$/, '')],
  4025: [NOT_HELD, first(/^CONSTRAINT `([^`]+)`/)],
};

export const errors: Errors = {
  meaningOf,
  isConnectionLost: ({ code = '', errno }) => LOST.has(code) || errno === 2013,
  isNeverDone: ({ errno = 0, message }) => message === CLOSED || errno === NOT_READY || DEMOTED.has(errno),
  lockWaitOf: ({ errno }) => (errno === ROW_LOCK_TIMEOUT ? 'row' : undefined),
  isConflict: ({ errno = 0 }) => CONTENTION.has(errno) || errno === NOT_READY,
  isTaken: ({ errno = 0 }) => TAKEN.has(errno),
  isDuplicate: ({ errno }) => errno === DUPLICATE,
  violatedIndex: ({ message }) => behindLast(message, " for key '")?.split('.').at(-1)?.replace(/'$/, ''),
  isStillReferredTo: ({ errno }) =>
    errno === REFERRED_TO || errno === REFERS_TO_NONE ? errno === REFERRED_TO : undefined,
  rejectionOf({ errno = 0, message = '' }): Rejection | undefined {
    const [problem, columnIn] = REJECTIONS[errno] ?? [];
    const column = columnIn?.(message);
    return problem !== undefined && column !== undefined ? { message: problem, column } : undefined;
  },
  triggerMessage: ({ errno, message, sqlState }) =>
    errno === SIGNAL || sqlState === OF_APPLICATION ? message : undefined,
};

function meaningOf(error: DriverError): ErrorMeaning | undefined {
  const { code = '', errno = 0, message } = error;
  if (CONTENTION.has(errno)) return { kind: 'contention' };
  if (LATE.has(errno)) return { kind: 'late' };
  if (UNAVAILABLE.has(errno) || LOST.has(code) || message === CLOSED) return { kind: 'unavailable' };
  const outage = outageIn(error);
  if (outage) return { kind: 'unavailable', outage };
  return INVALID.has(errno) ? { kind: 'invalid' } : undefined;
}

function outageIn({ errno = 0, message = '' }: DriverError): Outage | undefined {
  if (FULL.has(errno) || (OF_SYSTEM.has(errno) && NO_SPACE.test(message))) return 'full';
  if (errno === NOT_COMMITTED) return 'notCommitted';
  if (errno === NOT_READY) return 'outsideCluster';
  return DEMOTED.has(errno) ? 'readOnly' : undefined;
}
