import { snakeCase } from '../../naming';

/** The wire form of a path of domain names and indexes: `['orderItems', 0, 'quantity']` → `order_items[0].quantity`. */
export function wirePath(path: readonly (string | number)[]): string {
  return path.reduce<string>((wire, step) => {
    if (typeof step === 'number') return `${wire}[${step}]`;
    return wire === '' ? snakeCase(step) : `${wire}.${snakeCase(step)}`;
  }, '');
}
