import { isObject } from '../../foundation';
import { FORBIDDEN_KEYS } from '../../naming';
import { BadRequestException } from './exceptions';

/** The maximum nesting of objects and arrays in a body. */
export const MAX_LEVELS = 100;

/** @throws BadRequestException for a key that could pollute a prototype */
export function checkKey(key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw new BadRequestException(`The key "${key}" is not accepted.`);
}

/** Checks the keys and the depth of parsed content. */
export function checkContent(content: unknown, depth = 0): void {
  if (!isObject(content)) return;
  if (depth >= MAX_LEVELS) throw tooDeep();
  if (!Array.isArray(content)) for (const key of Object.keys(content)) checkKey(key);
  for (const value of Object.values(content)) checkContent(value, depth + 1);
}

export function tooDeep(): BadRequestException {
  return new BadRequestException(`The body has more than ${MAX_LEVELS} levels.`);
}
