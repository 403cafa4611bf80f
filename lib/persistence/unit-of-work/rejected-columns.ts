import type { Violation } from '../../values';
import { type DomainModel, fieldOfColumn } from '../models/domain-model';

interface Rejection {
  readonly message: string;
  /** Finds the column, possibly after its table, in the message of the database. */
  readonly column: (message: string) => string | undefined;
}

const first = (pattern: RegExp) => (message: string) => pattern.exec(message)?.[1];
const atEnd = (message: string) => behindLast(message, 'column ')?.split(' at row ', 1)[0];

/** The errors of MariaDB and MySQL for values, by error number. */
const REJECTIONS: Readonly<Record<number, Rejection>> = {
  1048: { message: 'must not be null', column: first(/^Column '([^']+)'/) },
  1364: { message: 'is required', column: first(/^Field '([^']+)'/) },
  1406: { message: 'is longer than its column', column: atEnd },
  1264: { message: 'is out of the range of its column', column: atEnd },
  1265: { message: 'is not a value that its column can hold', column: atEnd },
  1292: { message: 'is not a value that its column can hold', column: atEnd },
  1366: { message: 'is not a value that its column can hold', column: atEnd },
  // Invalid JSON: an error of its own on MySQL; on MariaDB a check constraint with the name of the column.
  3140: {
    message: 'is not a value that its column can hold',
    column: (message) => atEnd(message)?.replace(/'\.$/, ''),
  },
  4025: { message: 'is not a value that its column can hold', column: first(/^CONSTRAINT `([^`]+)`/) },
};

const NULL_ON_SQLITE: Rejection = {
  message: 'must not be null',
  column: (message) => behindLast(message, 'NOT NULL constraint failed: '),
};

/** The violation of a field whose value the database rejects; none if its message names no column. */
export function rejectedFields(
  model: DomainModel | undefined,
  { errno = 0, message = '' }: { readonly errno?: number; readonly message?: string },
): readonly Violation[] {
  const rejection = REJECTIONS[errno] ?? NULL_ON_SQLITE;
  const column = rejection.column(message)?.replace(/[`']/g, '').split('.').at(-1);
  const name = column && model && fieldOfColumn(model, column);
  return name && Object.hasOwn(model.getAttributes(), name) ? [{ path: [name], message: rejection.message }] : [];
}

/** The text after the last occurrence of some words: a value that the message quotes before may contain them, too. */
export function behindLast(message: string, words: string): string | undefined {
  const at = message.lastIndexOf(words);
  return at < 0 ? undefined : message.slice(at + words.length);
}
