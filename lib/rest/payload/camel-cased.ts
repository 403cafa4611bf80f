import { isObject, isPlainObject } from '../../foundation';
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

/** Keys as they were sent, by the path of their camelCased names; each object is gone through once, however many are asked for. */
export class SentKeys {
  readonly #keys = new WeakMap<object, ReadonlyMap<string, string>>();

  constructor(private readonly json: object) {}

  /** The key that the path ends with. */
  at(path: readonly (string | number)[]): string | undefined {
    let json: unknown = this.json;
    let key: string | undefined;
    for (const step of path) {
      if (!isObject(json)) return undefined;
      key = Array.isArray(json) ? String(step) : this.#keysOf(json).get(snakeCase(String(step)));
      if (key === undefined) return undefined;
      json = (json as Record<string, unknown>)[key];
    }
    return key;
  }

  #keysOf(object: object): ReadonlyMap<string, string> {
    const known = this.#keys.get(object) ?? new Map(Object.keys(object).map((key) => [snakeCase(key), key]));
    this.#keys.set(object, known);
    return known;
  }
}
