import { camelCase } from '../../naming';

/** JSON with the names of its objects in camelCase, at any depth; what is neither object nor array stays. */
export function camelCased(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(camelCased);
  if (!isPlainObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [camelCase(name), camelCased(value)]));
}

/** An uploaded file, or a number that a double would change, is one value. */
function isPlainObject(json: unknown): json is object {
  if (typeof json !== 'object' || json === null) return false;
  const prototype = Object.getPrototypeOf(json);
  return prototype === null || prototype === Object.prototype;
}
