import { camelCase, snakeCase } from '../../naming';
import { ExactNumber } from './exact-number';
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

/** An instance of a plain class as content, by snake_case name; anything else as it is. */
export function fromInstance(value: object): unknown {
  if (isPlainObject(value) || Array.isArray(value) || !isPlainInstance(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeCase(name), renamed(inner, snakeCase)]));
}

function fill<T>(type: ContentClass<T>, content: Record<string, unknown>): T {
  const instance = Reflect.construct(type, []) as Record<string, unknown>;
  for (const [name, value] of Object.entries(content)) {
    const property = camelCase(name);
    if (!isField(instance, property) || !Reflect.set(instance, property, renamed(value, camelCase))) {
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

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => renamed(element, rename));
  if (typeof value !== 'object' || value === null || !(isPlainObject(value) || isPlainInstance(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]));
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Of a class that says nothing itself about how it is written. */
function isPlainInstance(value: object): boolean {
  return !(
    'toJSON' in value ||
    Symbol.iterator in value ||
    ArrayBuffer.isView(value) ||
    value instanceof ExactNumber ||
    value instanceof Promise
  );
}
