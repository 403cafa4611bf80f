import { behindLast, type DriverError, type ErrorMeaning, type Errors, type Outage, type Rejection } from '../errors';

const CONSTRAINT = 'SQLITE_CONSTRAINT';
const BUSY = 'SQLITE_BUSY';
const LOCKED = 'SQLITE_LOCKED';

const OUTAGES: Readonly<Record<string, Outage>> = {
  SQLITE_FULL: 'full',
  SQLITE_READONLY: 'readOnly',
  SQLITE_CANTOPEN: 'notOpened',
  SQLITE_IOERR: 'brokenFiles',
};

/** The messages of SQLite itself: it has the same code for the errors of triggers. */
const OWN =
  /^(?:(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY|rtree) constraint failed|constraint failed|cannot store )/;

export const errors: Errors = {
  meaningOf,
  isConnectionLost: () => false,
  isNeverDone: () => false,
  lockWaitOf: ({ code }) => (code === BUSY ? 'file' : undefined),
  isConflict: ({ code }) => code === BUSY || code === LOCKED,
  isTaken: ({ code }) => code === CONSTRAINT,
  isDuplicate: ({ message }) => message.includes('UNIQUE constraint failed'),
  /** Only an index over an expression is named, and the columns of others. */
  violatedIndex: ({ message }) => behindLast(message, "UNIQUE constraint failed: index '")?.replace(/'$/, ''),
  /** Both have one code, so that the statement decides. */
  isStillReferredTo: ({ sql = '' }) => /^\s*DELETE/i.test(sql),
  rejectionOf({ message = '' }): Rejection | undefined {
    const column = behindLast(message, 'NOT NULL constraint failed: ');
    return column === undefined ? undefined : { message: 'must not be null', column };
  },
  /** `RAISE(ABORT, 'message')`. */
  triggerMessage({ message }) {
    const raised = message.startsWith(`${CONSTRAINT}: `) ? message.slice(CONSTRAINT.length + 2) : undefined;
    return raised === undefined || OWN.test(raised) ? undefined : raised;
  },
};

function meaningOf({ code = '', message }: DriverError): ErrorMeaning | undefined {
  if (code === LOCKED) return { kind: 'contention' };
  if (code === BUSY) return { kind: 'contention', isFileLocked: true };
  const outage = OUTAGES[code];
  if (outage) return { kind: 'unavailable', outage };
  if (code !== CONSTRAINT) return undefined;
  return message.includes('FOREIGN KEY') ? { kind: 'reference', isTarget: false } : { kind: 'invalid' };
}
