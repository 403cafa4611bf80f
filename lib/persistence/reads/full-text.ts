import type { FieldMetadata } from '../../metadata';
import { wordsOf } from '../../values';
import type { DomainModel } from '../models/domain-model';
import { foldedCase } from '../models/folded-case';
import { type FullTextColumn, fullTextColumn, wordLengths, wordsColumn, wordsTable } from '../models/full-text';
import { columnOf, textLiteral } from './column-term';

/**
 * The column has every word of a text: whole ones, in upper or lower case.
 *
 * SQLite's index keeps words by that rule. MariaDB and MySQL have rules of their own for what is a word, and leave out
 * short and common ones: there the index finds the rows, and an expression makes sure of them.
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
  const sought = textLiteral(model, words.map((word) => `"${word}"`).join(' '));
  return `${key} IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${sought})`;
}

function inColumn(column: FullTextColumn, words: readonly string[]): string {
  const { model } = column;
  const stored = columnOf(model, wordsColumn(column));
  const literal = (text: string) => textLiteral(model, text);
  const kept = words.filter((word) => isKept(model, word));
  const all = foldedCase(literal(kept.map((word) => `+${word}`).join(' ')));
  const indexed = kept.length > 0 ? [`MATCH (${stored}) AGAINST (${all} IN BOOLEAN MODE)`] : [];
  const whole = words.map((word) => {
    return `${stored} REGEXP CONCAT(${literal(BEFORE)}, ${foldedCase(literal(word))}, ${literal(BEHIND)})`;
  });
  return `(${[...indexed, ...whole].join(' AND ')})`;
}

const BEFORE = '(?<![\\p{L}\\p{N}\\p{M}_])';
const BEHIND = '(?![\\p{L}\\p{N}\\p{M}_])';

/** Whether a server's index has a word for certain, as one. */
function isKept(model: DomainModel, word: string): boolean {
  const { shortest, longest } = wordLengths(model);
  const lower = word.toLowerCase();
  return word.length >= shortest && word.length <= longest && KNOWN_LETTERS.test(lower) && !COMMON.has(lower);
}

/** Letters and digits in the tables by which a server tells words; those of other scripts it may take for spaces. */
const KNOWN_LETTERS =
  /^[0-9_a-z\u00df-\u00f6\u00f8-\u024f\u0386\u0388-\u03ce\u0400-\u0481\u048a-\u0513\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u10d0-\u10fa\u1e00-\u1e9b\u1ea0-\u1ef9\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fa5\uac00-\ud7a3]+$/;

/** Words that InnoDB leaves out of an index by default. */
const COMMON: ReadonlySet<string> = new Set(
  'a about an are as at be by com de en for from how i in is it la of on or that the this to was what when where who will with und the www'.split(
    ' ',
  ),
);
