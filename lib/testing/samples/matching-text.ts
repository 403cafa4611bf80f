/**
 * Generates a text that a regular expression matches. It supports characters, classes, groups, alternatives and counts; for
 * other syntax the text does not match, and the caller tries another one.
 *
 * @param source  the source of the expression
 * @param seed  selects among the possible characters, so that texts of different seeds differ
 */
export function matchingText(source: string, seed: number): string {
  return new PatternReader(source, seed).alternatives();
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789_',
  s: ' ',
  n: '\n',
  t: '\t',
};

class PatternReader {
  #position = 0;
  #rest: number;

  constructor(
    private readonly source: string,
    seed: number,
  ) {
    this.#rest = seed;
  }

  /** Generates the first alternative, and skips the others. */
  alternatives(): string {
    const text = this.#sequence();
    while (this.#takes('|')) this.#sequence();
    return text;
  }

  #sequence(): string {
    let text = '';
    while (this.#position < this.source.length && this.#next !== '|' && this.#next !== ')') {
      const start = this.#position;
      const atom = this.#atom();
      const count = this.#count();
      text += atom;
      const end = this.#position;
      for (let repeat = 1; repeat < count; repeat++) text += this.#again(start);
      if (count === 0) text = text.slice(0, text.length - atom.length);
      this.#position = end;
    }
    return text;
  }

  /** Parses a repeated atom again, so that its characters vary. */
  #again(start: number): string {
    this.#position = start;
    return this.#atom();
  }

  #atom(): string {
    const character = this.#take();
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'x';
    if (character === '\\') return this.#pick(escaped(this.#take()));
    if (character === '[') return this.#pick(this.#class());
    if (character !== '(') return character;
    if (this.#takes('?')) while (this.#position < this.source.length && !/[:>=!]/.test(this.#take()));
    const text = this.alternatives();
    this.#takes(')');
    return text;
  }

  #class(): string {
    const isNegated = this.#takes('^');
    let set = '';
    while (this.#position < this.source.length && this.#next !== ']') {
      const from = this.#take();
      const first = from === '\\' ? escaped(this.#take()) : from;
      if (first.length === 1 && this.#next === '-' && this.source[this.#position + 1] !== ']') {
        this.#position++;
        set += range(first, this.#take());
      } else set += first;
    }
    this.#takes(']');
    return isNegated ? [...CLASSES.w!, 'X', ' '].filter((character) => !set.includes(character)).join('') : set;
  }

  #count(): number {
    const character = this.#next;
    if (character === '?' || character === '*' || character === '+') {
      this.#position++;
      this.#takes('?');
      return 1;
    }
    const end = character === '{' ? this.source.indexOf('}', this.#position) : -1;
    if (end < 0) return 1;
    const minimum = Number.parseInt(this.source.slice(this.#position + 1, end), 10);
    this.#position = end + 1;
    this.#takes('?');
    return Number.isNaN(minimum) ? 1 : minimum;
  }

  #pick(set: string): string {
    if (set.length === 0) return '';
    const character = set[this.#rest % set.length]!;
    this.#rest = Math.floor(this.#rest / set.length);
    return character;
  }

  get #next(): string | undefined {
    return this.source[this.#position];
  }

  #take(): string {
    return this.source[this.#position++] ?? '';
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false;
    this.#position++;
    return true;
  }
}

function escaped(character: string): string {
  return CLASSES[character] ?? (/[bBAZz]/.test(character) ? '' : character);
}

function range(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String.fromCharCode(from + index)).join('');
}
