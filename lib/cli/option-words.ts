import { kebabCase } from '../naming';

const SINGLE_DASH = /^-[A-Za-z][A-Za-z-]+$/;

/**
 * Converts options from the spelling of the specification, `-projectDir`, to `--project-dir`. One-letter options and
 * everything after `--` are unchanged.
 *
 * @see Specification, "Test generator command"
 */
export function withDoubleDashes(words: readonly string[]): readonly string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.map((word, index) => (index < end && SINGLE_DASH.test(word) ? `--${kebabCase(word.slice(1))}` : word));
}
