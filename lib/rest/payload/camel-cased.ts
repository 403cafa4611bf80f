import { isObject, isPlainObject } from '../../foundation';
import { camelCase, snakeCase } from '../../naming';

type Path = readonly (string | number)[];

/** JSON with the keys of its objects in camelCase, at any depth. */
export function camelCased(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(camelCased);
  if (!isPlainObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [camelCase(name), camelCased(value)]));
}

/** Two keys of one object with the same camelCase name, and the path to the object. */
export interface DuplicateName {
  readonly path: Path;
  readonly keys: readonly [string, string];
}

/** Finds the first duplicate name, at any depth; undefined where there is none. */
export function findDuplicateName(json: unknown, path: Path = []): DuplicateName | undefined {
  if (!Array.isArray(json) && !isPlainObject(json)) return undefined;
  const keysByName = new Map<string, string>();
  for (const [key, value] of Object.entries(json)) {
    const name = Array.isArray(json) ? key : camelCase(key);
    const otherKey = keysByName.get(name);
    if (otherKey !== undefined) return { path, keys: [otherKey, key] };
    keysByName.set(name, key);
    const nested = findDuplicateName(value, [...path, Array.isArray(json) ? Number(key) : key]);
    if (nested) return nested;
  }
  return undefined;
}

/** Looks up the keys of a payload as they were sent, by paths of camelCase names. */
export class SentKeys {
  /** The keys of each object by snake_case name, so that many lookups read an object once. */
  readonly #keys = new WeakMap<object, ReadonlyMap<string, string>>();

  constructor(private readonly json: object) {}

  /** The key at the end of the path. */
  at(path: Path): string | undefined {
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
    const cached = this.#keys.get(object);
    if (cached) return cached;
    const keys = new Map(Object.keys(object).map((key) => [snakeCase(key), key]));
    this.#keys.set(object, keys);
    return keys;
  }
}
