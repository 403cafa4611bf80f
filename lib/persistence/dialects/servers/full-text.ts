import { QueryTypes } from 'sequelize';
import type { FullText, IndexedColumn, WordLengths, WordSearch } from '../dialect';
import { SERVER_WORDS } from './table-words';

/**
 * MariaDB and MySQL: a FULLTEXT index on a generated column with the text in lower case, since a column with a binary
 * collation would be searched case-sensitively.
 *
 * @param withAllWords makes a statement that creates an index index all words
 */
export function createFullText(withAllWords: (sql: string) => string): FullText {
  const written = (one: IndexedColumn) => statements(one, withAllWords);
  return {
    columnFor: wordsColumn,
    readLengths,
    condition,
    missing,
    statements: written,
    removal,
    outlivesTable: false,
    async create(one) {
      for (const sql of await written(one)) await one.model.sequelize!.query(sql);
    },
  };
}

/** The generated column with the folded text, which is also the name of its index. */
function wordsColumn(column: string): string {
  return `${column}_full_text`;
}

async function readLengths({ model }: IndexedColumn): Promise<WordLengths> {
  const [row] = await model.sequelize!.query<{ shortest: number; longest: number }>(LENGTHS, {
    type: QueryTypes.SELECT,
  });
  return { shortest: Number(row!.shortest), longest: Number(row!.longest) };
}

const LENGTHS = 'SELECT @@innodb_ft_min_token_size AS shortest, @@innodb_ft_max_token_size AS longest';

async function missing(one: IndexedColumn): Promise<readonly string[]> {
  const words = wordsColumn(one.column);
  const parts: string[] = [];
  if (!(await exists(one, COLUMN))) parts.push(`the generated column ${words}`);
  if (!(await exists(one, INDEX))) parts.push(`the FULLTEXT index on ${words}`);
  return parts;
}

const COLUMN = `SELECT COLUMN_NAME FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND COLUMN_NAME = :words`;

const INDEX = `SELECT INDEX_NAME FROM information_schema.STATISTICS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND INDEX_TYPE = 'FULLTEXT'
GROUP BY INDEX_NAME HAVING COUNT(*) = 1 AND MAX(COLUMN_NAME) = :words`;

async function exists(one: IndexedColumn, sql: string): Promise<boolean> {
  const replacements = { table: one.table, words: wordsColumn(one.column) };
  const rows = await one.model.sequelize!.query(sql, { replacements, type: QueryTypes.SELECT });
  return rows.length > 0;
}

async function statements(one: IndexedColumn, withAllWords: (sql: string) => string): Promise<readonly string[]> {
  const [table, column, words] = [one.table, one.column, wordsColumn(one.column)].map(quoted);
  const generated = `ALTER TABLE ${table} ADD COLUMN ${words} LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (${foldedCase(column!)}) STORED`;
  const index = withAllWords(`ALTER TABLE ${table} ADD FULLTEXT INDEX ${words} (${words})`);
  return [...((await exists(one, COLUMN)) ? [] : [generated]), ...((await exists(one, INDEX)) ? [] : [index])];
}

function removal(one: IndexedColumn): readonly string[] {
  const [table, words] = [one.table, wordsColumn(one.column)].map(quoted);
  return [`ALTER TABLE ${table} DROP INDEX ${words}`, `ALTER TABLE ${table} DROP COLUMN ${words}`];
}

const quoted = SERVER_WORDS.quote;

/**
 * The server has its own definition of a word and does not index short and common ones: the index narrows the rows, and a
 * regular expression checks them.
 */
function condition({ column }: IndexedColumn, { words, lengths, columnOf, literal }: WordSearch): string {
  const stored = columnOf(wordsColumn(column));
  const indexable = words.filter((word) => isIndexed(lengths, word));
  const all = foldedCase(literal(indexable.map((word) => `+${word}`).join(' ')));
  const indexed = indexable.length > 0 ? [`MATCH (${stored}) AGAINST (${all} IN BOOLEAN MODE)`] : [];
  const whole = words.map((word) => {
    return `${stored} REGEXP CONCAT(${literal(WORD_START)}, ${foldedCase(literal(word))}, ${literal(WORD_END)})`;
  });
  return `(${[...indexed, ...whole].join(' AND ')})`;
}

const WORD_START = '(?<![\\p{L}\\p{N}\\p{M}_])';
const WORD_END = '(?![\\p{L}\\p{N}\\p{M}_])';

/** Whether the index of a server certainly contains a word as a whole. */
function isIndexed({ shortest, longest }: WordLengths, word: string): boolean {
  const lower = word.toLowerCase();
  return word.length >= shortest && word.length <= longest && KNOWN_LETTERS.test(lower) && !STOPWORDS.has(lower);
}

/** The letters and digits that every server treats as parts of words; others may be separators. */
const KNOWN_LETTERS =
  /^[0-9_a-z\u00df-\u00f6\u00f8-\u024f\u0386\u0388-\u03ce\u0400-\u0481\u048a-\u0513\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u10d0-\u10fa\u1e00-\u1e9b\u1ea0-\u1ef9\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fa5\uac00-\ud7a3]+$/;

/** The default stopwords of InnoDB. */
const STOPWORDS: ReadonlySet<string> = new Set(
  'a about an are as at be by com de en for from how i in is it la of on or that the this to was what when where who will with und the www'.split(
    ' ',
  ),
);

/**
 * Lower-cases a text on MariaDB and MySQL as SQLite's full-text index does, and compares it by its bytes.
 *
 * Two letters differ from the collation: the final Greek sigma becomes the other one, and the Turkish dotted capital I is
 * not folded to a plain i.
 */
function foldedCase(sql: string): string {
  const bytes = `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin`;
  const dotted = `REPLACE(${bytes}, ${DOTTED_CAPITAL}, ${DOTTED_SMALL})`;
  return `REPLACE(LOWER(${dotted} COLLATE utf8mb4_unicode_520_ci) COLLATE utf8mb4_bin, ${FINAL_SIGMA}, ${SIGMA})`;
}

/** By their bytes, since MariaDB changes literals beyond ASCII in the expression of a generated column. */
const DOTTED_CAPITAL = 'CHAR(0xC4B0 USING utf8mb4)';
const DOTTED_SMALL = 'CHAR(0x69CC87 USING utf8mb4)';
const FINAL_SIGMA = 'CHAR(0xCF82 USING utf8mb4)';
const SIGMA = 'CHAR(0xCF83 USING utf8mb4)';
