import { snakeCase } from '../../naming';

type Path = readonly (string | number)[];

/**
 * The wire form of a path of domain names and indexes: `['orderItems', 0, 'quantity']` → `order_items[0].quantity`.
 *
 * @param sentPath keys and indexes further down that stay as they are
 */
export function wirePath(path: Path, sentPath: Path = []): string {
  const named = path.map((step) => (typeof step === 'number' ? step : snakeCase(step)));
  return [...named, ...sentPath].reduce<string>((wire, step) => {
    if (typeof step === 'number') return `${wire}[${step}]`;
    return wire === '' ? step : `${wire}.${step}`;
  }, '');
}
