import type { FieldMetadata } from '../../metadata';
import { wordsOf } from '../../values';
import { foldedCase } from '../dialects/servers/folded-case';
import type { DomainModel } from '../models/domain-model';
import { type FullTextColumn, fullTextColumn, wordLengths, wordsColumn, wordsTable } from '../models/full-text';
import { columnOf, textLiteral } from './column-term';

/**
 * The condition that a column contains every word of a text, whole and in any case.
 *
 * MariaDB and MySQL have their own definition of a word and do not index short and common ones: the index narrows the
 * rows, and a regular expression checks them. SQLite's index follows our definition.
 */
export function matchesWords(model: DomainModel, field: FieldMetadata, text: string): string {
  const column = fullTextColumn(model, field);
  const words = wordsOf(text);
  return model.sequelize!.getDialect() === 'sqlite' ? inTable(column, words) : inColumn(column, words);
}

function inTable(column: FullTextColumn, words: readonly string[]): string {
  const { model } = column;
  const key = columnOf(model, model.getAttributes()[model.primaryKeyAttribute]!.field!);
  const table = `"${wordsTable(column)}"`;
  const query = textLiteral(model, words.map((word) => `"${word}"`).join(' '));
  return `${key} IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${query})`;
}

function inColumn(column: FullTextColumn, words: readonly string[]): string {
  const { model } = column;
  const stored = columnOf(model, wordsColumn(column));
  const literal = (text: string) => textLiteral(model, text);
  const indexable = words.filter((word) => isIndexed(model, word));
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
function isIndexed(model: DomainModel, word: string): boolean {
  const { shortest, longest } = wordLengths(model);
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
