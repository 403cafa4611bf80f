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
const REFERENCES =
  /\s(?:CONSTRAINT\s(?:"[^"]*"|`[^`]*`|\w+)\s)?REFERENCES\s(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s(]+)\s?(?:\([^)]*\))?(?:\sON\s(?:DELETE|UPDATE)\s(?:SET NULL|SET DEFAULT|CASCADE|RESTRICT|NO ACTION)|\sMATCH\s[A-Z]+|(?:\sNOT)?\sDEFERRABLE(?:\sINITIALLY\s[A-Z]+)?)*/i;

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
  // One blank each, outside of quotes: what follows reads words alone.
  const spaced = text.replace(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\s+/g, (part) => (part.trim() === '' ? ' ' : part));
  return spaced
    .replace(REFERENCES, '')
    .replace(/ UNIQUE\b/i, '')
    .trim();
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
