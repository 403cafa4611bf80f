import { snakeCase } from './case';
import { pluralize } from './plural';

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
