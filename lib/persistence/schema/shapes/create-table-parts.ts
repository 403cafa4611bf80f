import { type SqlWord, sqlWords } from './sql-tokens';

/** The parts of a CREATE TABLE of SQLite that no PRAGMA tells. */
export interface CreateTableParts {
  /** Behind the name of each column; by names in small letters. Keys to other tables and UNIQUE are left out. */
  readonly definitions: ReadonlyMap<string, string>;
  /** CHECK constraints of the table. */
  readonly checks: readonly string[];
  /** Behind the parenthesis: WITHOUT ROWID, STRICT. */
  readonly options: string;
}

const TABLE_CONSTRAINT = /^(?:CONSTRAINT\s+(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|\w+)\s+)?(PRIMARY|UNIQUE|CHECK|FOREIGN)\b/i;
const NAME = /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s(]+))/;
/** Takes the statement apart by which SQLite was told a table. */
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
  const words = sqlWords(text);
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

/** How many words from here on say UNIQUE, or to which table a column refers. */
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

/** Of ON DELETE SET NULL, MATCH FULL, NOT DEFERRABLE INITIALLY DEFERRED and their like. */
function ruleLength(wordAt: (index: number) => string | undefined, index: number): number {
  const [first, second, third] = [wordAt(index), wordAt(index + 1), wordAt(index + 2)];
  if (first === 'ON') return third === 'SET' || third === 'NO' ? 4 : 3;
  if (first === 'MATCH' || first === 'INITIALLY') return 2;
  if (first === 'DEFERRABLE') return 1;
  return first === 'NOT' && second === 'DEFERRABLE' ? 2 : 0;
}

/** What stands between a parenthesis and the one that closes it, and what follows. */
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
