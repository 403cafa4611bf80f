/** A part of SQL: a quoted text, a comment, or the code in between. */
export interface SqlToken {
  readonly kind: 'code' | 'quoted' | 'comment';
  readonly text: string;
  /** The index in the whole text. */
  readonly start: number;
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`' };

/**
 * Splits SQL into code, quoted texts and comments.
 *
 * @param hasEscapes whether a backslash escapes the next character, as on MariaDB and MySQL
 */
export function sqlTokens(text: string, hasEscapes: boolean): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  let start = 0;
  const add = (kind: SqlToken['kind'], end: number) => {
    if (end > start) tokens.push({ kind, text: text.slice(start, end), start });
    start = end;
  };
  for (let index = 0; index < text.length; ) {
    const end = endOf(text, index, hasEscapes);
    if (end === index) {
      index += 1;
      continue;
    }
    add('code', index);
    add(CLOSING[text[index]!] === undefined ? 'comment' : 'quoted', end);
    index = end;
  }
  add('code', text.length);
  return tokens;
}

/** The end of a quoted text or a comment that begins at this index; the index itself if none does. */
function endOf(text: string, index: number, hasEscapes: boolean): number {
  if (text.startsWith('--', index)) return after(text, '\n', index) - 1;
  if (text.startsWith('/*', index)) return after(text, '*/', index + 2);
  const closing = CLOSING[text[index]!];
  if (closing === undefined) return index;
  for (let end = index + 1; end < text.length; end += 1) {
    if (hasEscapes && text[end] === '\\') end += 1;
    else if (text[end] === closing) return end + 1;
  }
  return text.length;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length + (end === '\n' ? 1 : 0) : found + end.length;
}

/** A name, a quoted text or a single character. */
export interface SqlWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of SQL, without comments and whitespace. */
export function sqlWords(text: string): readonly SqlWord[] {
  return sqlTokens(text, false).flatMap(({ kind, text: part, start }): SqlWord[] => {
    if (kind === 'comment') return [];
    if (kind === 'quoted') return [{ text: part, start, end: start + part.length }];
    return [...part.matchAll(/\w+|[^\w\s]/g)].map(({ 0: word, index }) => ({
      text: word,
      start: start + index,
      end: start + index + word.length,
    }));
  });
}
