/** Whether a value is an object: of any class, an array included, but not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a value is an object of JSON or of an object literal, and no array or class instance.
 *
 * Instances such as dates and uploaded files are single values.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A member of an object by a name that every object may have, such as `constructor` or `toString`. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Whether a value is an instance of a class with fields only: no `toJSON`, no promise, no iterable, no bytes.
 */
export function isPlainInstance(value: unknown): value is object {
  if (!isObject(value) || isPlainObject(value) || ArrayBuffer.isView(value)) return false;
  return !('toJSON' in value || 'then' in value || Symbol.iterator in value || Symbol.asyncIterator in value);
}
