import { isPlainInstance, isPlainObject } from '../../foundation';
import { camelCase } from '../../naming';
import { ContentWalk } from './content-walk';
import { BadRequestException, UnprocessableEntityException } from './exceptions';
import type { ContentClass } from './request';

const PRIMITIVES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/**
 * Content as an instance of a plain class: made without arguments, then given the properties by camelCase name.
 *
 * `Object` and `Array` give the content as it is, `String`, `Number` and `Boolean` a primitive.
 *
 * @throws BadRequestException when the content is of another kind
 * @throws UnprocessableEntityException for a name that the class has no room for: a method, a read-only property
 */
export function toInstance<T>(type: ContentClass<T>, content: unknown): T {
  const primitive = PRIMITIVES.get(type);
  if (primitive) return ofKind(typeof content === primitive, content, `a ${primitive}`);
  if ((type as unknown) === Array) return ofKind(Array.isArray(content), content, 'an array');
  ofKind(isPlainObject(content), content, 'an object');
  return (type as unknown) === Object ? (content as T) : fill(type, content as Record<string, unknown>);
}

/**
 * An instance of a plain class as content, by snake_case name, a map and a set; anything else as it is.
 *
 * @throws ContentCycleError
 */
export function fromInstance(value: object): unknown {
  const isWalked = value instanceof Map || value instanceof Set || isPlainInstance(value);
  return isWalked ? new ContentWalk().write(value) : value;
}

function fill<T>(type: ContentClass<T>, content: Record<string, unknown>): T {
  const instance = Reflect.construct(type, []) as Record<string, unknown>;
  for (const [name, value] of Object.entries(content)) {
    const property = camelCase(name);
    if (!isField(instance, property) || !Reflect.set(instance, property, camelCased(value))) {
      throw new UnprocessableEntityException([{ field: name, message: 'is not a field' }]);
    }
  }
  return instance as T;
}

/** Neither a method of the class nor what every object has. */
function isField(instance: object, property: string): boolean {
  if (Object.hasOwn(instance, property)) return true;
  return !(property in Object.prototype) && typeof Reflect.get(instance, property) !== 'function';
}

function ofKind<T>(fits: boolean, content: unknown, kind: string): T {
  if (!fits) throw new BadRequestException(`The body must be ${kind}.`);
  return content as T;
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (!isPlainObject(value) && !isPlainInstance(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), camelCased(inner)]));
}
