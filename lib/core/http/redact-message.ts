/** The words before the quoted name of a part of the schema, or of an account. */
const NAMED = new Set([
  ...['column', 'field', 'key', 'table', 'index', 'constraint', 'database', 'user', 'host', 'function', 'procedure'],
  ...['trigger', 'view', 'savepoint', 'plugin'],
]);
/** Longer than the longest of these words, with the spaces around it. */
const WORD_LENGTH = 12;

/** What follows the last value of a message: its beginning, behind the quote of the value, and the whole of it. */
const TAILS: readonly (readonly [beginning: string, whole: RegExp])[] = [
  [" for key '", /^ for key '[^']*'$/],
  [" for column '", /^ for column '[^']*'$/],
  [' for column `', /^ for column [^'"]*$/],
  [' at line ', /^ at line \d+$/],
  [': syntax error', /^: syntax error$/],
];
const AT_ROW = ' at row ';

const OPENING = /(?<!\w)['"]/g;
const INVALID = ' is not a valid ';

/**
 * The message of a database or of its driver without the values in it: `Duplicate entry 'ada' for key 'users.name'`
 * becomes `Duplicate entry '…' for key 'users.name'`. A value may contain quotes, so that all is cut from the first one
 * to what is known to follow the last one.
 */
export function redactMessage(message: string): string {
  const invalid = message.lastIndexOf(INVALID);
  if (invalid > 0 && !/['"]/.test(message.slice(0, invalid))) return `…${redactQuoted(message.slice(invalid))}`;
  return redactQuoted(message);
}

function redactQuoted(message: string): string {
  for (let at = 0; ; ) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(message);
    if (!opening) return message;
    const { 0: quote, index } = opening;
    const end = isNamed(message.slice(Math.max(0, index - WORD_LENGTH), index))
      ? message.indexOf(quote, index + 1)
      : -1;
    if (end < 0) return `${message.slice(0, index)}${quote}…${quote}${tailOf(message.slice(index + 1))}`;
    at = end + 1;
  }
}

/** Whether the quote after a text begins a name. */
function isNamed(before: string): boolean {
  if (before.endsWith('@')) return true;
  const words = before.toLowerCase().split(' ');
  return words.at(-1) === '' && NAMED.has(words.at(-2) ?? '');
}

function tailOf(rest: string): string {
  const at = rest.lastIndexOf(AT_ROW);
  const row = at >= 0 && /^\d+$/.test(rest.slice(at + AT_ROW.length)) ? rest.slice(at) : '';
  const before = row ? rest.slice(0, at) : rest;
  for (const [beginning, whole] of TAILS) {
    const start = Math.max(before.lastIndexOf(`'${beginning}`), before.lastIndexOf(`"${beginning}`));
    const tail = before.slice(start + 1);
    if (start >= 0 && whole.test(tail)) return tail + row;
  }
  return /['"]$/.test(before) ? row : '';
}
