import type { Token, Tokens } from './tokens';

const NOTHING: Token = { kind: 'sign', text: '', start: 0, end: 0, startsLine: false };

/** A decorator, as it is written. */
export interface Decorator {
  /** `Column`, `sequelize.Column` */
  readonly name: string;
  /** The first argument: `() => Item`. */
  readonly argument?: string;
  readonly start: number;
}

/** Reads the tokens of a module one after the other. Beyond the last one, every token is an empty sign. */
export class TokenReader {
  index = 0;
  readonly #text: string;
  readonly #tokens: Tokens;

  constructor(text: string, tokens: Tokens) {
    this.#text = text;
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.index >= this.#tokens.list.length;
  }

  /** The next token, or one some places after or before it. */
  peek(offset = 0): Token {
    return this.#tokens.list[this.index + offset] ?? NOTHING;
  }

  /** Whether the next token has one of these texts, and is no quoted text. */
  isAt(...texts: readonly string[]): boolean {
    const { kind, text } = this.peek();
    return kind !== 'text' && texts.includes(text);
  }

  /** Passes the next token: all of what is in brackets, if it opens one. */
  skip(): void {
    this.index = (this.#tokens.closings.get(this.index) ?? this.index) + 1;
  }

  /** The index of the bracket that closes the next token. */
  get closing(): number {
    return this.#tokens.closings.get(this.index) ?? this.#tokens.list.length;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** Where the token before the next one ends. */
  get lastEnd(): number {
    return this.peek(-1).end;
  }

  /** Reads a name with dots: `sequelize.Column`. */
  dottedName(): string {
    const { start } = this.peek();
    this.skip();
    while (this.isAt('.')) {
      this.skip();
      this.skip();
    }
    return this.slice(start, this.lastEnd);
  }

  decorator(): Decorator {
    const { start } = this.peek();
    this.skip();
    const name = this.dottedName();
    this.skipTypeArguments();
    if (!this.isAt('(') || this.peek().startsLine) return { name, start };
    const argument = this.#firstArgument();
    return argument === '' ? { name, start } : { name, argument, start };
  }

  #firstArgument(): string {
    const end = this.closing;
    this.index++;
    const { start } = this.peek();
    const first = this.index;
    while (this.index < end && !this.isAt(',')) this.skip();
    const argument = this.index === first ? '' : this.slice(start, this.lastEnd);
    this.index = end + 1;
    return argument;
  }

  /** Passes `<Order>`, if there is one. */
  skipTypeArguments(): void {
    if (!this.isAt('<')) return;
    let depth = 0;
    do {
      if (this.isAt('<')) depth++;
      if (this.isAt('>')) depth--;
      this.skip();
    } while (depth > 0 && !this.isAtEnd);
  }
}
