import { pluralize, snakeCase } from '../naming';

/** The name of a class in a sentence. */
export interface SpokenName {
  /** `order item` */
  readonly one: string;
  /** `order items` */
  readonly many: string;
  /** `an order item` */
  readonly a: string;
}

export function spoken(className: string): SpokenName {
  const one = snakeCase(className).replaceAll('_', ' ');
  return { one, many: pluralize(one), a: `${/^[aeio]|^u(?!ni|s[eu])/.test(one) ? 'an' : 'a'} ${one}` };
}

/** With a capital first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c` */
export function listed(words: readonly string[]): string {
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** As code stands in a description. */
export function code(words: readonly string[]): string {
  return listed(words.map((word) => `\`${word}\``));
}
