/** `SIGNAL` with an SQLSTATE of an error. */
const SIGNAL = 1644;
/** The SQLSTATE for conditions of an application. */
const OF_APPLICATION = '45000';
const ON_SQLITE = 'SQLITE_CONSTRAINT: ';

/** The messages of SQLite itself: it has the same code for the errors of triggers. */
const OWN =
  /^(?:(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY|rtree) constraint failed|constraint failed|cannot store )/;

/** The message by which a trigger rejects a write: `SIGNAL SQLSTATE '45000'`, on SQLite `RAISE(ABORT, 'message')`. */
export function triggerMessage({ errno, message, sqlState }: DriverError): string | undefined {
  if (errno === SIGNAL || sqlState === OF_APPLICATION) return message;
  if (!message.startsWith(ON_SQLITE)) return undefined;
  const raised = message.slice(ON_SQLITE.length);
  return OWN.test(raised) ? undefined : raised;
}

interface DriverError {
  readonly errno?: number;
  readonly message: string;
  readonly sqlState?: string;
}
