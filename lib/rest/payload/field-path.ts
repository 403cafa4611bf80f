import type { FieldMetadata } from '../../metadata';
import { snakeCase } from '../../naming';
import type { Position, Write } from './changes-draft';

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

/** The same as messages about a request say it: a payload that is read as a list of one is not counted. */
export function placeIn({ isSingle }: Pick<Write, 'isSingle'>, path: Path): string {
  return wirePath(isSingle ? path.slice(1) : path);
}

/** How a refusal names a field of an entity that is read there. */
export function fieldPlace(write: Write, { path }: Position, field: FieldMetadata): string {
  return `The field "${placeIn(write, [...path, field.name])}"`;
}

/** How a refusal names the entity that is read there. */
export function elementPlace(write: Write, { path }: Position): string {
  return `The element ${placeIn(write, path) || 'of the payload'}`;
}
