/** Whether a value has members: an object of any class, an array, an object of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a value is an object as JSON or a literal has one: no array, and of no class.
 *
 * A number that was kept exact, a date and an uploaded file are instances, so each of them is one value.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Whether an object is an instance of a class that only has fields.
 *
 * It is not when it says itself how it is written (`toJSON`), is something to wait for, to iterate or to read bytes of.
 */
export function isPlainInstance(value: unknown): value is object {
  if (!isObject(value) || isPlainObject(value) || ArrayBuffer.isView(value)) return false;
  return !('toJSON' in value || 'then' in value || Symbol.iterator in value || Symbol.asyncIterator in value);
}
