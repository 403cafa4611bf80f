/** A part of SQL: quoted or a comment as a whole, else what stands between such. */
export interface SqlToken {
  readonly kind: 'code' | 'quoted' | 'comment';
  readonly text: string;
  /** In the text that was taken apart. */
  readonly start: number;
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`' };

/**
 * Takes SQL apart, so that what stands in quotes is not read.
 *
 * @param hasEscapes whether a backslash takes the next character along, as on MariaDB and MySQL
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

/** Where a quote or a comment ends that begins here; the same place where none does. */
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

/** A name, a quoted text or a single sign. */
export interface SqlWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Those that say something, one after the other. */
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
