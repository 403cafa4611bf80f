import type { Violation } from '../../values';
import type { DomainModel } from '../models/domain-model';

interface Refusal {
  readonly message: string;
  /** The column, alone or behind its table, as the database names it in its message. */
  readonly column: (message: string) => string | undefined;
}

const first = (pattern: RegExp) => (message: string) => pattern.exec(message)?.[1];
const atEnd = (message: string) => behindLast(message, 'column ')?.split(' at row ', 1)[0];

/** Errors of MariaDB and MySQL about a value that they have computed themselves, by error number. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  1048: { message: 'must not be null', column: first(/^Column '([^']+)'/) },
  1364: { message: 'is required', column: first(/^Field '([^']+)'/) },
  1406: { message: 'is longer than its column', column: atEnd },
  1264: { message: 'is out of the range of its column', column: atEnd },
  1265: { message: 'is no value that its column can hold', column: atEnd },
  1292: { message: 'is no value that its column can hold', column: atEnd },
  1366: { message: 'is no value that its column can hold', column: atEnd },
  // The check that MariaDB gives a JSON column has its name.
  4025: { message: 'is no value that its column can hold', column: first(/^CONSTRAINT `([^`]+)`/) },
};

const NULL_ON_SQLITE: Refusal = {
  message: 'must not be null',
  column: (message) => behindLast(message, 'NOT NULL constraint failed: '),
};

/** The field of a model whose value the database refuses; none where it names no column. */
export function refusedFields(
  model: DomainModel | undefined,
  { errno = 0, message = '' }: { readonly errno?: number; readonly message?: string },
): readonly Violation[] {
  const refusal = REFUSALS[errno] ?? NULL_ON_SQLITE;
  const column = refusal.column(message)?.replace(/[`']/g, '').split('.').at(-1);
  const name = column && model && (model.fieldAttributeMap[column] ?? column);
  return name && name in model.getAttributes() ? [{ path: [name], message: refusal.message }] : [];
}

/** The text behind the last occurrence of some words: a database's message may quote a value that contains them, too. */
export function behindLast(message: string, words: string): string | undefined {
  const at = message.lastIndexOf(words);
  return at < 0 ? undefined : message.slice(at + words.length);
}
