import { pluralize, snakeCase } from '../naming';

/** The name of a class as sentences use it. */
export interface ClassWords {
  /** `order item` */
  readonly one: string;
  /** `order items` */
  readonly many: string;
  /** `an order item` */
  readonly a: string;
}

/** Words for a class name: `order item`, `order items`, `an order item`. */
export function wordsFor(className: string): ClassWords {
  const one = snakeCase(className).replaceAll('_', ' ');
  return { one, many: pluralize(one), a: `${/^[aeio]|^u(?!ni|s[eu])/.test(one) ? 'an' : 'a'} ${one}` };
}

/** Joins words, each in backticks: Markdown in descriptions. */
export function joinCode(words: readonly string[]): string {
  return joinWords(words.map((word) => `\`${word}\``));
}

/** Joins words to `a`, `a and b` or `a, b and c`. */
function joinWords(words: readonly string[]): string {
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
