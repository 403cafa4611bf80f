import { camelCase, snakeCase } from '../../naming';

/** JSON with the names of its objects in camelCase, at any depth; what is neither object nor array stays. */
export function camelCased(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(camelCased);
  if (!isPlainObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [camelCase(name), camelCased(value)]));
}

/** Two keys of one object that come to the same name in camelCase, and the way to them; undefined where none do. */
export function sameNames(
  json: unknown,
  path: readonly (string | number)[] = [],
): { readonly path: readonly (string | number)[]; readonly keys: readonly [string, string] } | undefined {
  if (!Array.isArray(json) && !isPlainObject(json)) return undefined;
  const seen = new Map<string, string>();
  for (const [key, value] of Object.entries(json)) {
    const name = Array.isArray(json) ? key : camelCase(key);
    const other = seen.get(name);
    if (other !== undefined) return { path, keys: [other, key] };
    seen.set(name, key);
    const below = sameNames(value, [...path, Array.isArray(json) ? Number(key) : key]);
    if (below) return below;
  }
  return undefined;
}

/** The key of the JSON that a path of its camelCased names ends with, as it was sent. */
export function sentKey(json: unknown, [step, ...rest]: readonly (string | number)[]): string | undefined {
  if (step === undefined || typeof json !== 'object' || json === null) return undefined;
  const key = Object.keys(json).find((name) => snakeCase(name) === snakeCase(String(step)));
  if (key === undefined || rest.length === 0) return key;
  return sentKey((json as Record<string, unknown>)[key], rest);
}

/** An uploaded file, or a number that a double would change, is one value. */
function isPlainObject(json: unknown): json is object {
  if (typeof json !== 'object' || json === null) return false;
  const prototype = Object.getPrototypeOf(json);
  return prototype === null || prototype === Object.prototype;
}
