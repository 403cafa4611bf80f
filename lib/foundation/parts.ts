import { isObject, isPlainObject } from './objects';

/** Describes a value for a message: `the class TimingFilter`, `an instance of TimingFilter`, `an object literal`, `"x"`. */
export function nameOfPart(part: unknown): string {
  if (typeof part === 'function')
    return part.name ? `the ${isClass(part) ? 'class' : 'function'} ${part.name}` : 'a function';
  if (!isObject(part)) return typeof part === 'string' ? JSON.stringify(part) : String(part);
  if (Array.isArray(part)) return 'an array';
  return isPlainObject(part) ? 'an object literal' : `an instance of ${part.constructor.name}`;
}

/**
 * The reason why a value cannot be used as a part, with the remedy: it lacks one of the methods.
 *
 * @returns undefined if it has all of them
 */
export function partFault(part: unknown, methods: readonly string[]): string | undefined {
  const missing = methods.filter((name) => !hasMethod(part, name));
  if (missing.length === 0) return undefined;
  if (isClass(part) && methods.every((name) => hasMethod(part.prototype, name))) {
    return `it is a class: write new ${part.name}()`;
  }
  return `it lacks ${missing.map((name) => `${name}()`).join(' and ')}: add what is missing, or correct the name`;
}

export function hasMethod(part: unknown, name: string): boolean {
  return isObject(part) && typeof (part as Record<string, unknown>)[name] === 'function';
}

/** Whether a value is a class or a built-in constructor, whose `prototype` is not writable. */
export function isClass(value: unknown): value is { readonly name: string; readonly prototype: object } {
  if (typeof value !== 'function') return false;
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}
