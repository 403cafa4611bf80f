import { isObject, isPlainObject } from './objects';

/** A value that was handed over, for a message: `the class TimingFilter`, `a TimingFilter`, `an object literal`, `"x"`. */
export function nameOfPart(part: unknown): string {
  if (typeof part === 'function')
    return part.name ? `the ${isClass(part) ? 'class' : 'function'} ${part.name}` : 'a function';
  if (!isObject(part)) return typeof part === 'string' ? JSON.stringify(part) : String(part);
  if (Array.isArray(part)) return 'an array';
  return isPlainObject(part) ? 'an object literal' : `an instance of ${part.constructor.name}`;
}

/**
 * Why something cannot be the part that it is handed over as, with the remedy.
 *
 * @param methods  those that it needs, all of them
 * @returns undefined when it has them
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

/** Whether it is a class, or one of the constructors that JavaScript has: their prototype cannot be replaced. */
export function isClass(value: unknown): value is { readonly name: string; readonly prototype: object } {
  if (typeof value !== 'function') return false;
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}
