/** What is before the quoted name of a part of the schema, or of an account. */
const NAMED =
  /(?:\b(?:column|field|key|table|index|constraint|database|user|host|function|procedure|trigger|view|savepoint|plugin)s? |@)$/i;
/** The longest text that {@link NAMED} looks at. */
const LONGEST_NAMED = 12;

/** What may follow the last value of a message: it names columns and keys. */
const TAIL =
  /['"](?: for (?:key|column) (?:'[^']*'|[^'"]*)| at (?:line|row) \d+|: syntax error| in value for column '[^']*'\.?)$/;
const AT_ROW = / at row \d+$/;

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
    if (!NAMED.test(message.slice(Math.max(0, index - LONGEST_NAMED), index))) return cut(message, index, quote);
    const end = message.indexOf(quote, index + 1);
    if (end < 0) return cut(message, index, quote);
    at = end + 1;
  }
}

function cut(message: string, start: number, quote: string): string {
  const rest = message.slice(start + 1);
  const row = AT_ROW.exec(rest)?.[0] ?? '';
  const withoutRow = rest.slice(0, rest.length - row.length);
  const tail = TAIL.exec(withoutRow)?.[0].slice(1) ?? (/['"]$/.test(withoutRow) ? '' : undefined);
  const kept = tail === undefined ? '' : tail + row;
  return `${message.slice(0, start)}${quote}…${quote}${kept}`;
}
