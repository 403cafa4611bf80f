import { type SqlRules, type SqlWord, sqlWords } from './sql-tokens';

/** A statement of SQL by its effect. */
export interface StatementKind {
  /** The word that names it, in upper case: DELETE, also of `WITH … DELETE`. Empty if it begins with none. */
  readonly verb: string;
  /** Whether it only reads. */
  readonly isReading: boolean;
  /** Whether it writes rows, and has no other effect. */
  readonly isWriting: boolean;
}

/** Reserved words, with which no name in the list of WITH can be confused. */
const QUERIES = new Set(['SELECT', 'VALUES', 'TABLE']);
const READING = new Set([...QUERIES, 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN']);
const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE']);

/** The PRAGMAs of SQLite whose argument is not a new value. */
const READING_PRAGMAS = new Set([
  ...['TABLE_INFO', 'TABLE_XINFO', 'TABLE_LIST', 'INDEX_LIST', 'INDEX_INFO', 'INDEX_XINFO'],
  ...['FOREIGN_KEY_LIST', 'FOREIGN_KEY_CHECK', 'INTEGRITY_CHECK', 'QUICK_CHECK'],
]);

/** Most statements begin with such a word; their text is not split. */
const PLAIN = /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|SAVEPOINT)\b/i;
const PLAIN_KINDS: ReadonlyMap<string, StatementKind> = new Map(
  ['SELECT', ...WRITING, 'SAVEPOINT'].map((verb) => [verb, kindOf(verb)]),
);

/** The kind of a statement. Comments and parentheses before its first word do not count. */
export function statementKind(sql: string, rules: SqlRules): StatementKind {
  const plain = PLAIN.exec(sql)?.[1];
  if (plain !== undefined) return PLAIN_KINDS.get(plain.toUpperCase())!;
  const words = sqlWords(sql, rules);
  // Such a comment may hold any statement.
  if (words.some(({ text }) => text.startsWith('/*'))) return kindOf('');
  return kindFrom(words.map(upperCase));
}

function upperCase({ text }: SqlWord): string {
  return text.toUpperCase();
}

function kindOf(verb: string): StatementKind {
  return { verb, isReading: READING.has(verb), isWriting: WRITING.has(verb) };
}

function kindFrom(words: readonly string[]): StatementKind {
  const [verb = '', second = '', ...rest] = words.slice(words.findIndex((word) => word !== '('));
  if (!/^\w/.test(verb)) return kindOf('');
  if (verb === 'WITH') return kindAfterList([second, ...rest]);
  if (verb === 'PRAGMA') return { verb, isReading: isReadingPragma([second, ...rest]), isWriting: false };
  // MySQL carries out the statement that it explains by EXPLAIN ANALYZE.
  if (second === 'ANALYZE' && READING.has(verb)) return kindAfterList(rest);
  if (verb === 'SET' && second === 'STATEMENT') return kindOf(rest[rest.indexOf('FOR') + 1] ?? '');
  return kindOf(verb);
}

/** The kind of the statement after the list of WITH, whose queries are in parentheses. */
function kindAfterList(words: readonly string[]): StatementKind {
  let depth = 0;
  for (const [index, word] of words.entries()) {
    if (word === ')') depth -= 1;
    if (depth === 0 && (QUERIES.has(word) || WRITING.has(word))) return kindOf(word);
    // Only a query may be in parentheses of its own.
    if (depth === 0 && word === '(' && words[index - 1] === ')') return kindOf('SELECT');
    if (word === '(') depth += 1;
  }
  return kindOf('');
}

/** Words such as `table_info ( orders )` or `main . user_version`; a new value follows `=`, or is in parentheses. */
function isReadingPragma(words: readonly string[]): boolean {
  const [name = '', ...rest] = words[1] === '.' ? words.slice(2) : words;
  const next = rest[0] ?? ';';
  return next === ';' || (next === '(' && READING_PRAGMAS.has(name));
}
