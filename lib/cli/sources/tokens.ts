import { patternEnd, quotedEnd } from './literal-ends';

/** A part of a module's text that is neither white space nor a comment. */
export interface Token {
  /** `word` includes keywords and `#private` names; a `sign` is one character, or `=>`. */
  readonly kind: 'word' | 'text' | 'number' | 'pattern' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is the first of its line. */
  readonly startsLine: boolean;
}

/** The tokens of a module. */
export interface Tokens {
  readonly list: readonly Token[];
  /** By the index of an opening bracket, the index of its closing one; the number of tokens when there is none. */
  readonly closings: ReadonlyMap<number, number>;
  /** Whether every bracket, text and comment ends. */
  readonly isComplete: boolean;
}

const BLANK = /(?:\s|\/\/[^\n\r]*)+/y;
const WORD = /[#\p{ID_Start}$_\\][\p{ID_Continue}$\\\u200c\u200d]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

const OPENING = '([{';
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** The words that a value follows, so that a slash after them begins a regular expression. */
const BEFORE_VALUE = new Set(
  'return typeof case in of delete void throw new do else instanceof await yield'.split(' '),
);

/**
 * Splits a module of TypeScript or JavaScript into tokens. It needs no grammar, so it reads modules of all versions of the
 * language, and those that do not compile.
 */
export function tokensOf(text: string): Tokens {
  return new Tokenizer(text).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #list: Token[] = [];
  readonly #closings = new Map<number, number>();
  /** The indexes of the brackets that are open, each with whether it is one of a template. */
  readonly #open: { readonly index: number; readonly isInTemplate: boolean }[] = [];
  #position = 0;
  #startsLine = true;
  #isComplete = true;
  /** There is no regular expression before this position: one that was tried does not end in its line. */
  #noPatternBefore = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Tokens {
    while (this.#skipBlank() < this.#text.length) this.#readToken();
    for (const { index } of this.#open) this.#closings.set(index, this.#list.length);
    const isComplete = this.#isComplete && this.#open.length === 0;
    return { list: this.#list, closings: this.#closings, isComplete };
  }

  #skipBlank(): number {
    for (;;) {
      const start = this.#position;
      this.#position = this.#endOf(BLANK) ?? start;
      if (this.#text.startsWith('/*', this.#position)) {
        const end = this.#text.indexOf('*/', this.#position + 2);
        this.#isComplete &&= end >= 0;
        this.#position = end < 0 ? this.#text.length : end + 2;
      }
      if (this.#position === start) return start;
      this.#startsLine ||= this.#text.slice(start, this.#position).includes('\n');
    }
  }

  #readToken(): void {
    const first = this.#text[this.#position]!;
    if (first === '`') return this.#readTemplate(this.#position + 1);
    if (first === '"' || first === "'")
      return this.#add('text', quotedEnd(this.#text, this.#position) ?? this.#unfinished());
    const word = this.#endOf(WORD);
    if (word !== undefined) return this.#add('word', word);
    const number = this.#endOf(NUMBER);
    if (number !== undefined) return this.#add('number', number);
    const pattern = first === '/' && this.#mayBePattern() ? this.#patternEnd() : undefined;
    if (pattern !== undefined) return this.#add('pattern', pattern);
    this.#readSign(first);
  }

  #readSign(sign: string): void {
    if (OPENING.includes(sign)) this.#open.push({ index: this.#list.length, isInTemplate: false });
    const isTemplatePart = sign in CLOSING && this.#close(sign);
    this.#add('sign', this.#position + (this.#text.startsWith('=>', this.#position) ? 2 : 1));
    if (isTemplatePart) this.#readTemplate(this.#position);
  }

  /** @returns whether a template goes on after the bracket */
  #close(sign: string): boolean {
    const last = this.#open.at(-1);
    if (!last || this.#list[last.index]!.text.at(-1) !== CLOSING[sign]) {
      this.#isComplete = false;
      return false;
    }
    this.#open.pop();
    this.#closings.set(last.index, this.#list.length);
    return last.isInTemplate;
  }

  /** Reads a template up to its end, or up to and including the next `${`. */
  #readTemplate(from: number): void {
    TEMPLATE_PART.lastIndex = from;
    TEMPLATE_PART.test(this.#text);
    const end = TEMPLATE_PART.lastIndex;
    if (this.#text[end] === '`') return this.#add('text', end + 1);
    if (end >= this.#text.length) return this.#add('text', this.#unfinished());
    this.#open.push({ index: this.#list.length, isInTemplate: true });
    this.#add('sign', end + 2);
  }

  #unfinished(): number {
    this.#isComplete = false;
    const end = this.#text.indexOf('\n', this.#position);
    return end < 0 ? this.#text.length : end;
  }

  /** Whether a slash here begins a regular expression, and does not divide. */
  #mayBePattern(): boolean {
    if (this.#position < this.#noPatternBefore) return false;
    const last = this.#list.at(-1);
    if (!last) return true;
    if (last.kind === 'word') return BEFORE_VALUE.has(last.text);
    if (last.text === '!') return !isOperand(this.#list.at(-2));
    return last.kind === 'sign' && !(last.text in CLOSING);
  }

  #patternEnd(): number | undefined {
    const end = patternEnd(this.#text, this.#position);
    if (end !== undefined) return end;
    const lineEnd = this.#text.indexOf('\n', this.#position);
    this.#noPatternBefore = lineEnd < 0 ? this.#text.length : lineEnd;
    return undefined;
  }

  #endOf(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.#position;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }

  #add(kind: Token['kind'], end: number): void {
    const start = this.#position;
    this.#list.push({ kind, text: this.#text.slice(start, end), start, end, startsLine: this.#startsLine });
    this.#position = end;
    this.#startsLine = false;
  }
}

/** Whether an exclamation mark after a token asserts that it is not null. */
function isOperand(token: Token | undefined): boolean {
  if (!token) return false;
  return token.kind === 'word' ? !BEFORE_VALUE.has(token.text) : token.text in CLOSING;
}
