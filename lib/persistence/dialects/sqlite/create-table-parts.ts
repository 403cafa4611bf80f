import { STANDARD_SQL, sqlWords } from '../../sql-tokens';

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
  return withoutClauses(text, linkClause);
}

/** The definition of a column without PRIMARY KEY. */
export function withoutPrimaryKey(definition: string): string {
  return withoutClauses(definition, keyClause);
}

/** Whether the definition of a column has PRIMARY KEY. */
export function hasPrimaryKey(definition: string): boolean {
  return withoutPrimaryKey(definition) !== definition;
}

/** Whether the definition of a column has NOT NULL. */
export function isNotNull(definition: string): boolean {
  const words = sqlWords(definition, STANDARD_SQL).map(({ text }) => text.toUpperCase());
  return words.some((word, index) => word === 'NOT' && words[index + 1] === 'NULL');
}

/** The number of words of a clause that begins at an index; 0 if none does. */
type Clause = (wordAt: (index: number) => string | undefined, from: number) => number;

/** Leaves clauses out of a definition. */
function withoutClauses(text: string, clause: Clause): string {
  const words = sqlWords(text, STANDARD_SQL);
  const wordAt = (index: number) => words[index]?.text.toUpperCase();
  let written = '';
  let end = 0;
  for (let index = 0; index < words.length; ) {
    const named = wordAt(index) === 'CONSTRAINT' ? 2 : 0;
    const length = clause(wordAt, index + named);
    const count = length > 0 ? named + length : 0;
    if (count > 0) {
      written += text.slice(end, words[index]!.start);
      end = words[Math.min(index + count, words.length) - 1]!.end;
    }
    index += Math.max(count, 1);
  }
  return (written + text.slice(end)).trim();
}

/** UNIQUE and REFERENCES, which PRAGMAs return. */
function linkClause(wordAt: (index: number) => string | undefined, from: number): number {
  if (wordAt(from) === 'UNIQUE') return 1;
  if (wordAt(from) !== 'REFERENCES') return 0;
  let index = from + 2;
  if (wordAt(index) === '(') while (wordAt(index) !== undefined && wordAt(index++) !== ')');
  for (let rule = ruleLength(wordAt, index); rule > 0; rule = ruleLength(wordAt, index)) index += rule;
  return index - from;
}

/** PRIMARY KEY ASC ON CONFLICT ABORT AUTOINCREMENT. */
function keyClause(wordAt: (index: number) => string | undefined, from: number): number {
  if (wordAt(from) !== 'PRIMARY' || wordAt(from + 1) !== 'KEY') return 0;
  let index = from + 2;
  if (wordAt(index) === 'ASC' || wordAt(index) === 'DESC') index += 1;
  if (wordAt(index) === 'ON' && wordAt(index + 1) === 'CONFLICT') index += 3;
  return (wordAt(index) === 'AUTOINCREMENT' ? index + 1 : index) - from;
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
