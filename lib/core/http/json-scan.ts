import { isObject } from '../../foundation';
import { FORBIDDEN_KEYS } from '../../naming';
import { exactNumber } from '../../values';
import { checkKey, MAX_LEVELS, tooDeep } from './check-content';
import { BadRequestException } from './exceptions';

/** The result of a scan of a JSON text. */
export interface JsonScan {
  /** Whether a number cannot be represented as a double without loss. */
  readonly hasExactNumbers: boolean;
}

/** Numbers of up to this length are exact unless they have an exponent. */
const ALWAYS_EXACT_LENGTH = 15;

/**
 * Scans the tokens of a valid JSON text for what `JSON.parse` loses: duplicate keys and the texts of numbers.
 *
 * @param content  the parsed content
 * @throws BadRequestException for too many levels, a duplicate key, or a key that could pollute a prototype
 */
export function scanJson(text: string, content: unknown): JsonScan {
  let hasExactNumbers = false;
  let keys = 0;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at);
    if (first === QUOTE) at = endOfString(text, at) - 1;
    else if (first === COLON) keys++;
    else if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      if (++level > MAX_LEVELS) return rejectText(text);
    } else if (first === CLOSE_OBJECT || first === CLOSE_ARRAY) level--;
    else if (first === MINUS || (first >= ZERO && first <= NINE)) {
      const end = endOfNumber(text, at);
      hasExactNumbers ||= isInexact(text.slice(at, end));
      at = end - 1;
    }
  }
  return countKeys(content) === keys ? { hasExactNumbers } : rejectText(text);
}

/** The number of keys in all objects; duplicates count once, and a forbidden key makes it NaN. */
function countKeys(content: unknown): number {
  if (!isObject(content)) return 0;
  let count = 0;
  if (Array.isArray(content)) {
    for (const element of content) count += countKeys(element);
    return count;
  }
  for (const key of Object.keys(content)) {
    count += FORBIDDEN_KEYS.has(key) ? Number.NaN : 1 + countKeys((content as Record<string, unknown>)[key]);
  }
  return count;
}

/** Throws the error for the first invalid key, or for too many levels. */
function rejectText(text: string): never {
  const open: (Set<string> | undefined)[] = [];
  let keyStart = 0;
  let keyEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at);
    if (first === QUOTE) {
      keyStart = at;
      keyEnd = endOfString(text, at);
      at = keyEnd - 1;
    } else if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      if (open.push(first === OPEN_OBJECT ? new Set() : undefined) > MAX_LEVELS) break;
    } else if (first === CLOSE_OBJECT || first === CLOSE_ARRAY) open.pop();
    else if (first === COLON) addKey(open.at(-1), text.slice(keyStart, keyEnd), keyStart);
  }
  throw tooDeep();
}

export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COLON = 0x3a;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** The position behind the closing quote. */
export function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

const IN_NUMBER = /[\d.eE+-]+/y;

function endOfNumber(text: string, start: number): number {
  IN_NUMBER.lastIndex = start;
  IN_NUMBER.test(text);
  return IN_NUMBER.lastIndex;
}

function addKey(keys: Set<string> | undefined, token: string, position: number): void {
  if (!keys) return;
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  checkKey(key);
  if (keys.has(key)) throw new BadRequestException(`The key "${key}" occurs twice, at position ${position}.`);
  keys.add(key);
}

function isInexact(token: string): boolean {
  if (token.length <= ALWAYS_EXACT_LENGTH && !/e/i.test(token)) return false;
  return typeof exactNumber(token) !== 'number';
}
