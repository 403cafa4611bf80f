/** How a dialect writes quoted texts and comments. */
export interface SqlRules {
  /** Whether a backslash escapes the next character of a quoted text. */
  readonly hasBackslashEscapes: boolean;
  /** Whether comments that begin with an exclamation mark are carried out. */
  readonly carriesOutComments: boolean;
  /** Whether a comment up to the end of the line begins at an index. */
  isLineComment(text: string, index: number): boolean;
}

/** The rules of standard SQL. */
export const STANDARD_SQL: SqlRules = {
  hasBackslashEscapes: false,
  carriesOutComments: false,
  isLineComment: (text, index) => text.startsWith('--', index),
};

/** A part of SQL. */
export interface SqlToken {
  /** `quoted` includes the comments that MariaDB and MySQL carry out, which begin with an exclamation mark. */
  readonly kind: 'code' | 'quoted' | 'comment';
  readonly text: string;
  /** The index in the whole text. */
  readonly start: number;
}

const SPECIAL = /['"`#/-]/g;
const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`']);

/** Splits SQL into code, quoted texts and comments. */
export function sqlTokens(text: string, rules: SqlRules): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  let start = 0;
  const add = (kind: SqlToken['kind'], end: number) => {
    if (end > start) tokens.push({ kind, text: text.slice(start, end), start });
    start = end;
  };
  for (let index = nextSpecial(text, 0); index < text.length; index = nextSpecial(text, index)) {
    const special = specialAt(text, index, rules);
    if (!special) {
      index += 1;
      continue;
    }
    add('code', index);
    add(special.kind, special.end);
    index = special.end;
  }
  add('code', text.length);
  return tokens;
}

/** The index of the next character that a quoted text or a comment may begin with, or the end. */
function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

interface Special {
  readonly kind: 'quoted' | 'comment';
  readonly end: number;
}

/** The quoted text or the comment that begins at an index. */
function specialAt(text: string, index: number, rules: SqlRules): Special | undefined {
  if (QUOTES.has(text[index]!)) return { kind: 'quoted', end: endOfQuote(text, index, rules) };
  if (rules.isLineComment(text, index)) return { kind: 'comment', end: indexOf(text, '\n', index) };
  if (!text.startsWith('/*', index)) return undefined;
  const isCarriedOut = rules.carriesOutComments && (text[index + 2] === '!' || text.startsWith('M!', index + 2));
  return { kind: isCarriedOut ? 'quoted' : 'comment', end: indexOf(text, '*/', index + 2, '*/'.length) };
}

function endOfQuote(text: string, index: number, rules: SqlRules): number {
  for (let end = index + 1; end < text.length; end += 1) {
    if (rules.hasBackslashEscapes && text[end] === '\\') end += 1;
    else if (text[end] === text[index]) return end + 1;
  }
  return text.length;
}

/** The index of some text, or after it by `more`; the end if it does not occur. */
function indexOf(text: string, wanted: string, from: number, more = 0): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? text.length : found + more;
}

/** A name, a quoted text or a single character. */
export interface SqlWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of SQL, without comments and whitespace. */
export function sqlWords(text: string, rules: SqlRules): readonly SqlWord[] {
  return sqlTokens(text, rules).flatMap((token): readonly SqlWord[] => {
    const { kind, text: part, start } = token;
    if (kind === 'comment') return [];
    return kind === 'quoted' ? [{ text: part, start, end: start + part.length }] : wordsOf(token);
  });
}

/** The words of code. */
export function wordsOf({ text, start }: SqlToken): readonly SqlWord[] {
  return [...text.matchAll(/\w+|[^\w\s]/g)].map(({ 0: word, index }) => ({
    text: word,
    start: start + index,
    end: start + index + word.length,
  }));
}
