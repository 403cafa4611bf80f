import { snakeCase } from '../../naming';

/** The name of the file of a class: `OrderLine` is in `order-line`. */
export function kebabOf(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}
