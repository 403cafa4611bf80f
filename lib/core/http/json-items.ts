import { MAX_LEVELS } from './check-content';
import type { ItemShape } from './item-shape';
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, endOfString, OPEN_ARRAY, OPEN_OBJECT, QUOTE, SPACE } from './json-scan';

const COMMA = 0x2c;

/**
 * Counts the items in a JSON text without parsing it. The count of a malformed text is not exact; below more levels than
 * a body may have, nothing is counted.
 */
export function countJsonItems(text: string, shape: ItemShape): number {
  const counter = new JsonItems(text, shape);
  for (let at = 0; at < text.length && counter.level < MAX_LEVELS; at++) at = counter.read(text.charCodeAt(at), at);
  return counter.count;
}

/** The state between two tokens. */
class JsonItems {
  count = 0;
  level = 0;
  /** By level: the shape of the elements of an array, or that of an object. */
  readonly #shapes: (ItemShape | undefined)[] = [];
  readonly #isArray: boolean[] = [false];
  /** The shape of the value that comes next. */
  #next: ItemShape | undefined;
  #key = 0;
  #last = 0;

  constructor(
    private readonly text: string,
    shape: ItemShape,
  ) {
    this.#next = shape;
  }

  /** Reads one token. @returns the position of its last character */
  read(code: number, at: number): number {
    if (code <= SPACE) return at;
    const last = this.#last;
    this.#last = code;
    if (code === QUOTE) return this.#readString(at);
    if (code === COMMA) this.#separate();
    else if (code === COLON) this.#next = last === QUOTE ? this.#memberShape() : undefined;
    else if (code === OPEN_OBJECT) this.#openObject();
    else if (code === OPEN_ARRAY) this.#open(this.#next?.elements, true);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#close(last === OPEN_ARRAY);
    return at;
  }

  #readString(at: number): number {
    this.#key = at;
    return endOfString(this.text, at) - 1;
  }

  #separate(): void {
    if (!this.#isArray[this.level]) return;
    this.#next = this.#shapes[this.level];
    if (this.#next) this.count++;
  }

  #memberShape(): ItemShape | undefined {
    const { members, others } = this.#shapes[this.level] ?? NO_ITEMS;
    return (members && members.size > 0 && members.get(this.#keyName())) || others;
  }

  #keyName(): string {
    const token = this.text.slice(this.#key, endOfString(this.text, this.#key));
    if (!token.includes('\\')) return token.slice(1, -1);
    try {
      return JSON.parse(token) as string;
    } catch {
      return token;
    }
  }

  #openObject(): void {
    const isMember = this.level > 0 && !this.#isArray[this.level];
    if (isMember && this.#next?.isItem) this.count++;
    this.#open(this.#next, false);
  }

  #open(shape: ItemShape | undefined, isArray: boolean): void {
    this.level++;
    this.#shapes[this.level] = shape;
    this.#isArray[this.level] = isArray;
    this.#next = isArray ? shape : undefined;
  }

  #close(isEmptyArray: boolean): void {
    if (this.level === 0) return;
    if (this.#isArray[this.level] && this.#shapes[this.level] && !isEmptyArray) this.count++;
    this.level--;
    this.#next = undefined;
  }
}

const NO_ITEMS: ItemShape = {};
