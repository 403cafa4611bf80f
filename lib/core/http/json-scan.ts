import { exactNumber } from './exact-number';
import { BadRequestException } from './exceptions';
import { checkKey, DEEPEST_CONTENT, tooDeep } from './plain-content';

/** What a scan knows of a JSON text beyond what parsing tells. */
export interface JsonScan {
  /** Whether a double would change one of the numbers. */
  readonly hasExactNumbers: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:,]/gs;
/** Up to so many characters every number is exact, unless it has an exponent. */
const ALWAYS_EXACT_LENGTH = 15;

/**
 * Walks over the tokens of a valid JSON text once: duplicate keys and number texts are lost in parsing.
 *
 * @throws BadRequestException for too many levels, a duplicate key, or a key that could reach into a prototype
 */
export function scanJson(text: string): JsonScan {
  const open: (Set<string> | undefined)[] = [];
  let hasExactNumbers = false;
  let last = '';
  let lastAt = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const first = token[0];
    if (first === '{' || first === '[') {
      if (open.push(first === '{' ? new Set() : undefined) > DEEPEST_CONTENT) throw tooDeep();
    } else if (first === '}' || first === ']') open.pop();
    else if (first === ':') addKey(open.at(-1), last, lastAt);
    else if (first !== '"' && first !== ',') hasExactNumbers ||= isInexact(token);
    [last, lastAt] = [token, index];
  }
  return { hasExactNumbers };
}

function addKey(keys: Set<string> | undefined, token: string, position: number): void {
  if (!keys || !token.startsWith('"')) return;
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  checkKey(key);
  if (keys.has(key)) throw new BadRequestException(`The key "${key}" occurs twice, at position ${position}.`);
  keys.add(key);
}

function isInexact(token: string): boolean {
  if (token.length <= ALWAYS_EXACT_LENGTH && !/e/i.test(token)) return false;
  return typeof exactNumber(token) !== 'number';
}
