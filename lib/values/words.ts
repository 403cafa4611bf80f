/** Letters, digits, the marks that belong to letters, and underscores; a word is a run of them. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** The words of a text, each once, as they are written; all that stands between them is left out. */
export function wordsOf(text: string): readonly string[] {
  return [...new Set(text.match(WORD))];
}
