import { isObject } from '../../foundation';
import { FORBIDDEN_KEYS } from '../../naming';
import { BadRequestException } from './exceptions';

/** Levels of objects and arrays that a body may have. */
export const DEEPEST_CONTENT = 100;

/** Whether a key could reach into a prototype. */
export function isForbidden(key: string): boolean {
  return FORBIDDEN_KEYS.has(key);
}

/** @throws BadRequestException for a key that could reach into a prototype */
export function checkKey(key: string): void {
  if (isForbidden(key)) throw new BadRequestException(`The key "${key}" is not accepted.`);
}

/** Checks every key and the depth of content that a parser of its own has read. */
export function checkContent(content: unknown, depth = 0): void {
  if (!isObject(content)) return;
  if (depth >= DEEPEST_CONTENT) throw tooDeep();
  if (!Array.isArray(content)) for (const key of Object.keys(content)) checkKey(key);
  for (const value of Object.values(content)) checkContent(value, depth + 1);
}

export function tooDeep(): BadRequestException {
  return new BadRequestException(`The body has more than ${DEEPEST_CONTENT} levels.`);
}
