/** An error of a driver. */
export interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message: string;
  readonly sqlState?: string;
  readonly sql?: string;
}

/** Why a database that responds cannot do its work. What it was asked to write is not written. */
export type Outage = 'full' | 'readOnly' | 'notOpened' | 'brokenFiles' | 'outsideCluster' | 'notCommitted';

/** What an error means, before it is known which fields it names. */
export type ErrorMeaning =
  | { readonly kind: 'contention'; readonly isFileLocked?: boolean }
  | { readonly kind: 'late' }
  | { readonly kind: 'unavailable'; readonly outage?: Outage }
  | { readonly kind: 'reference'; readonly isTarget: boolean }
  | { readonly kind: 'invalid' };

/** A value that a column rejects. */
export interface Rejection {
  readonly message: string;
  /** The name of the column, maybe quoted, and after that of its table. */
  readonly column: string;
}

/** What the errors of a driver mean. Errors of other drivers have other codes, and mean nothing here. */
export interface Errors {
  /** Undefined for other errors, such as a mistake in a statement. */
  meaningOf(error: DriverError): ErrorMeaning | undefined;
  /** Whether the connection was lost during the statement, which the database may have carried out. */
  isConnectionLost(error: DriverError): boolean;
  /** Whether the statement was not carried out because of its connection. Another connection may do it. */
  isNeverDone(error: DriverError): boolean;
  /** What the statement has waited for too long. */
  lockWaitOf(error: DriverError): 'row' | 'file' | undefined;
  /** Whether another process was faster, so that the statement may succeed when it is sent again. */
  isConflict(error: DriverError): boolean;
  /** Whether a table or a row exists already. */
  isTaken(error: DriverError): boolean;
  /** Whether a unique index is violated. */
  isDuplicate(error: DriverError): boolean;
  /** The name of the violated unique index, if the message has it. */
  violatedIndex(error: DriverError): string | undefined;
  /** Whether a foreign key still refers to the row; undefined for other errors. */
  isStillReferredTo(error: DriverError): boolean | undefined;
  /** The value that is rejected, if the message names its column. */
  rejectionOf(error: DriverError): Rejection | undefined;
  /** The message by which a trigger rejects a write. */
  triggerMessage(error: DriverError): string | undefined;
}

/** The text after the last occurrence of some words: a value that the message quotes before may contain them, too. */
export function behindLast(message: string, words: string): string | undefined {
  const at = message.lastIndexOf(words);
  return at < 0 ? undefined : message.slice(at + words.length);
}

/** The code of the error of a statement whose connection was given up. */
export const SILENT = 'DATABASE_SILENT';
