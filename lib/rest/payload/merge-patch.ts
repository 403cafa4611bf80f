import { isObject, isPlainObject } from '../../foundation';
import { FORBIDDEN_KEYS } from '../../naming';

/**
 * Applies a JSON merge patch to a value: null removes a member, objects are merged, every other value replaces.
 *
 * @param value stays as it is; anything but an object counts as an empty one if the patch is an object
 * @see RFC 7396, "Processing Merge Patch Documents"
 */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(isPlainObject(value) ? Object.entries(value) : []);
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), change));
  }
  return Object.fromEntries(merged);
}

/** The first key at any depth that no payload may have; a stored value may have it from elsewhere. */
export function forbiddenKeyIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const own = Array.isArray(value) ? undefined : Object.keys(value).find((key) => FORBIDDEN_KEYS.has(key));
  if (own !== undefined) return own;
  for (const inner of Object.values(value)) {
    const found = forbiddenKeyIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
