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
 * Converts content to an instance of a plain class, which is constructed without arguments and gets its properties by
 * camelCase name.
 *
 * `Object` and `Array` return the content unchanged; `String`, `Number` and `Boolean` return a primitive.
 *
 * @throws BadRequestException if the content is of another type
 * @throws UnprocessableEntityException for a name that is a method or a read-only property
 */
export function toInstance<T>(type: ContentClass<T>, content: unknown): T {
  const primitive = PRIMITIVES.get(type);
  if (primitive) return ofType(typeof content === primitive, content, `a ${primitive}`);
  if ((type as unknown) === Array) return ofType(Array.isArray(content), content, 'an array');
  ofType(isPlainObject(content), content, 'an object');
  return (type as unknown) === Object ? (content as T) : fill(type, content as Record<string, unknown>);
}

/**
 * Converts instances of plain classes, maps and sets to plain content; returns other objects unchanged.
 *
 * @throws UnwritableContentError
 */
export function fromInstance(value: object): unknown {
  const isConverted = value instanceof Map || value instanceof Set || isPlainInstance(value);
  return isConverted ? new ContentWalk().write(value) : value;
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

/** Whether a property is neither a method nor a member of every object. */
function isField(instance: object, property: string): boolean {
  if (Object.hasOwn(instance, property)) return true;
  return !(property in Object.prototype) && typeof Reflect.get(instance, property) !== 'function';
}

function ofType<T>(fits: boolean, content: unknown, type: string): T {
  if (!fits) throw new BadRequestException(`The body must be ${type}.`);
  return content as T;
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (!isPlainObject(value) && !isPlainInstance(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), camelCased(inner)]));
}
