import { isObject } from '../../foundation';
import { exactNumber } from '../../values';
import { BadRequestException } from './exceptions';
import { checkKey, DEEPEST_CONTENT, isForbidden, tooDeep } from './plain-content';

/** The findings of a scan of a JSON text that parsing does not report. */
export interface JsonScan {
  /** Whether a double would change one of the numbers. */
  readonly hasExactNumbers: boolean;
}

/** Up to so many characters every number is exact, unless it has an exponent. */
const ALWAYS_EXACT_LENGTH = 15;

/**
 * Walks over the tokens of a valid JSON text once: duplicate keys and number texts are lost in parsing.
 *
 * @param content what was parsed of it
 * @throws BadRequestException for too many levels, a duplicate key, or a key that could reach into a prototype
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
      if (++level > DEEPEST_CONTENT) return refuse(text);
    } else if (first === CLOSE_OBJECT || first === CLOSE_ARRAY) level--;
    else if (first === MINUS || (first >= ZERO && first <= NINE)) {
      const end = endOfNumber(text, at);
      hasExactNumbers ||= isInexact(text.slice(at, end));
      at = end - 1;
    }
  }
  return countKeys(content) === keys ? { hasExactNumbers } : refuse(text);
}

/** How many keys the objects of some content have; none of a duplicate, and not a number where one is forbidden. */
function countKeys(content: unknown): number {
  if (!isObject(content)) return 0;
  let count = 0;
  if (Array.isArray(content)) {
    for (const element of content) count += countKeys(element);
    return count;
  }
  for (const key of Object.keys(content)) {
    count += isForbidden(key) ? Number.NaN : 1 + countKeys((content as Record<string, unknown>)[key]);
  }
  return count;
}

/** Looks at each key again for the first that is wrong. */
function refuse(text: string): never {
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
      if (open.push(first === OPEN_OBJECT ? new Set() : undefined) > DEEPEST_CONTENT) break;
    } else if (first === CLOSE_OBJECT || first === CLOSE_ARRAY) open.pop();
    else if (first === COLON) addKey(open.at(-1), text.slice(keyStart, keyEnd), keyStart);
  }
  throw tooDeep();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, quote: number): number {
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
