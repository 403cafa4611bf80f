import type { FieldMetadata } from '../../metadata';
import { wordsOf } from '../../values';
import { dialectOf } from '../dialects/dialect-of';
import type { DomainModel } from '../models/domain-model';
import { fullTextColumn, wordLengths } from '../models/full-text';
import { quotedColumn } from '../models/quoted-column';
import { textLiteral } from './column-term';

/** The condition that a column contains every word of a text, whole and in any case. */
export function matchesWords(model: DomainModel, field: FieldMetadata, text: string): string {
  return dialectOf(model.sequelize!).fullText.condition(fullTextColumn(model, field), {
    words: wordsOf(text),
    lengths: wordLengths(model),
    columnOf: (name) => quotedColumn(model, name),
    literal: (word) => textLiteral(model, word),
  });
}
