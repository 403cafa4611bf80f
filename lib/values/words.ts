/** A word: letters with their marks, digits and underscores. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** The distinct words of a text, without the characters between them. */
export function wordsOf(text: string): readonly string[] {
  return [...new Set(text.match(WORD))];
}
