import { kebabCase } from '../naming';

const SINGLE_DASH = /^-[A-Za-z][A-Za-z-]+$/;

/**
 * Options in the spelling of the specification, `-projectDir`, as the usual ones: `--project-dir`. What follows `--` stays,
 * and so do options of one letter.
 *
 * @see Specification, "Test generator command"
 */
export function withDoubleDashes(words: readonly string[]): readonly string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.map((word, index) => (index < end && SINGLE_DASH.test(word) ? `--${kebabCase(word.slice(1))}` : word));
}
