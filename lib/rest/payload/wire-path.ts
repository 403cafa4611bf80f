import type { FieldMetadata } from '../../metadata';
import { snakeCase } from '../../naming';
import type { Position, WriteContext } from './changes-draft';

type Path = readonly (string | number)[];

/**
 * The wire form of a path of domain names and indexes: `['orderItems', 0, 'quantity']` → `order_items[0].quantity`.
 *
 * @param sentPath keys and indexes below the path, which are not converted
 */
export function wirePath(path: Path, sentPath: Path = []): string {
  const named = path.map((step) => (typeof step === 'number' ? step : snakeCase(step)));
  return [...named, ...sentPath].reduce<string>((wire, step) => {
    if (typeof step === 'number') return `${wire}[${step}]`;
    return wire === '' ? step : `${wire}.${step}`;
  }, '');
}

/** The wire form of a path in messages: without the index where one payload is read as a list of one. */
export function pathInMessage({ isSingle }: Pick<WriteContext, 'isSingle'>, path: Path): string {
  return wirePath(isSingle ? path.slice(1) : path);
}

/** The subject of the message that denies access to a field. */
export function fieldSubject(context: WriteContext, { path }: Position, field: FieldMetadata): string {
  return `The field "${pathInMessage(context, [...path, field.name])}"`;
}

/** The subject of the message that denies access to an element. */
export function elementSubject(context: WriteContext, { path }: Position): string {
  return `The element ${pathInMessage(context, path) || 'of the payload'}`;
}
