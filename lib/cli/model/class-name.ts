import { camelCase, snakeCase, upperFirst } from '../../naming';
import { isTakenName } from './taken-names';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * The name of a domain class, from any spelling: `CartItem` for `cart-item`, `cart_item` and `CartItem`.
 *
 * @throws Error for invalid or taken names
 */
export function domainClassName(written: string): string {
  if (!NAME.test(written)) throw new Error(`"${written}" is not a class name: use letters and digits, as in CartItem.`);
  const name = upperFirst(camelCase(snakeCase(written)));
  if (isTakenName(name))
    throw new Error(`The class name "${name}" is taken by JavaScript or by an import: choose another name.`);
  return name;
}
