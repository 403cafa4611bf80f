import { type SqlWord, sqlWords } from '../../sql-tokens';

/** The parts of a CREATE TABLE of SQLite that no PRAGMA returns. */
export interface CreateTableParts {
  /** The definition of each column, by name in lower case, without REFERENCES and UNIQUE. */
  readonly definitions: ReadonlyMap<string, string>;
  /** CHECK constraints of the table. */
  readonly checks: readonly string[];
  /** The options after the closing parenthesis: WITHOUT ROWID, STRICT. */
  readonly options: string;
}

const TABLE_CONSTRAINT = /^(?:CONSTRAINT\s+(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|\w+)\s+)?(PRIMARY|UNIQUE|CHECK|FOREIGN)\b/i;
const NAME = /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s(]+))/;

/** Parses the CREATE TABLE statement that SQLite stores for a table. */
export function createTableParts(sql: string): CreateTableParts {
  const open = sql.indexOf('(');
  const [body, rest] = insideOf(sql, open);
  const items = itemsOf(body);
  const definitions = new Map<string, string>();
  const checks: string[] = [];
  for (const item of items) {
    const constraint = TABLE_CONSTRAINT.exec(item)?.[1]?.toUpperCase();
    if (constraint === 'CHECK') checks.push(item);
    if (constraint !== undefined) continue;
    const name = NAME.exec(item)!;
    const bare = name[1]?.replaceAll('""', '"') ?? name[2] ?? name[3] ?? name[4] ?? '';
    definitions.set(bare.toLowerCase(), definitionOf(item.slice(name[0].length)));
  }
  return { definitions, checks, options: rest.replace(';', '').trim() };
}

function definitionOf(text: string): string {
  const words = sqlWords(text, 'sqlite');
  let written = '';
  let end = 0;
  for (let index = 0; index < words.length; ) {
    const count = leftOut(words, index);
    if (count > 0) {
      written += text.slice(end, words[index]!.start);
      end = words[index + count - 1]!.end;
    }
    index += Math.max(count, 1);
  }
  return (written + text.slice(end)).trim();
}

/** The number of words of a UNIQUE or REFERENCES clause that begins at this index; 0 if none does. */
function leftOut(words: readonly SqlWord[], from: number): number {
  const wordAt = (index: number) => words[index]?.text.toUpperCase();
  const named = wordAt(from) === 'CONSTRAINT' ? 2 : 0;
  if (wordAt(from + named) === 'UNIQUE') return named + 1;
  if (wordAt(from + named) !== 'REFERENCES') return 0;
  let index = from + named + 2;
  if (wordAt(index) === '(') while (index < words.length && wordAt(index++) !== ')');
  for (let rule = ruleLength(wordAt, index); rule > 0; rule = ruleLength(wordAt, index)) index += rule;
  return index - from;
}

/** The number of words of a rule such as ON DELETE SET NULL, MATCH FULL or NOT DEFERRABLE; 0 for another word. */
function ruleLength(wordAt: (index: number) => string | undefined, index: number): number {
  const [first, second, third] = [wordAt(index), wordAt(index + 1), wordAt(index + 2)];
  if (first === 'ON') return third === 'SET' || third === 'NO' ? 4 : 3;
  if (first === 'MATCH' || first === 'INITIALLY') return 2;
  if (first === 'DEFERRABLE') return 1;
  return first === 'NOT' && second === 'DEFERRABLE' ? 2 : 0;
}

/** The text inside a parenthesis, and the text after it. */
function insideOf(sql: string, open: number): readonly [body: string, rest: string] {
  let depth = 0;
  for (const [index, character] of outsideOfQuotes(sql, open)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return [sql.slice(open + 1, index), sql.slice(index + 1)];
  }
  return [sql.slice(open + 1), ''];
}

function itemsOf(body: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of outsideOfQuotes(body, 0)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    items.push(body.slice(start, index).trim());
    start = index + 1;
  }
  return [...items, body.slice(start).trim()].filter((item) => item !== '');
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

function* outsideOfQuotes(text: string, from: number): Generator<readonly [index: number, character: string]> {
  let closing: string | undefined;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index]!;
    if (closing !== undefined) {
      if (character === closing) closing = undefined;
      continue;
    }
    closing = CLOSING[character];
    if (closing === undefined) yield [index, character];
  }
}
