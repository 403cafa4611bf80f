/**
 * A text that a regular expression matches, for the expressions that stand in models: characters, classes, groups,
 * alternatives and counts. What it cannot read makes a text that does not match, and the caller tries another.
 *
 * @param source of the expression
 * @param number chooses among characters, so that texts differ from each other
 */
export function matchingText(source: string, number: number): string {
  return new PatternReader(source, number).alternatives();
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789_',
  s: ' ',
  n: '\n',
  t: '\t',
};

class PatternReader {
  #at = 0;
  #rest: number;

  constructor(
    private readonly source: string,
    number: number,
  ) {
    this.#rest = number;
  }

  /** The first of them. */
  alternatives(): string {
    const text = this.#sequence();
    while (this.#takes('|')) this.#sequence();
    return text;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.source.length && this.#next !== '|' && this.#next !== ')') {
      const start = this.#at;
      const atom = this.#atom();
      const count = this.#count();
      text += atom;
      const end = this.#at;
      for (let more = 1; more < count; more++) text += this.#again(start);
      if (count === 0) text = text.slice(0, text.length - atom.length);
      this.#at = end;
    }
    return text;
  }

  /** The characters of one place differ from those of the next. */
  #again(start: number): string {
    this.#at = start;
    return this.#atom();
  }

  #atom(): string {
    const character = this.#take();
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'x';
    if (character === '\\') return this.#chosen(escaped(this.#take()));
    if (character === '[') return this.#chosen(this.#class());
    if (character !== '(') return character;
    if (this.#takes('?')) while (this.#at < this.source.length && !/[:>=!]/.test(this.#take()));
    const text = this.alternatives();
    this.#takes(')');
    return text;
  }

  #class(): string {
    const isNegated = this.#takes('^');
    let set = '';
    while (this.#at < this.source.length && this.#next !== ']') {
      const from = this.#take();
      const first = from === '\\' ? escaped(this.#take()) : from;
      if (first.length === 1 && this.#next === '-' && this.source[this.#at + 1] !== ']') {
        this.#at++;
        set += range(first, this.#take());
      } else set += first;
    }
    this.#takes(']');
    return isNegated ? [...CLASSES.w!, 'X', ' '].filter((one) => !set.includes(one)).join('') : set;
  }

  #count(): number {
    const character = this.#next;
    if (character === '?' || character === '*' || character === '+') {
      this.#at++;
      this.#takes('?');
      return 1;
    }
    const end = character === '{' ? this.source.indexOf('}', this.#at) : -1;
    if (end < 0) return 1;
    const least = Number.parseInt(this.source.slice(this.#at + 1, end), 10);
    this.#at = end + 1;
    return Number.isNaN(least) ? 1 : least;
  }

  #chosen(set: string): string {
    if (set.length === 0) return '';
    const character = set[this.#rest % set.length]!;
    this.#rest = Math.floor(this.#rest / set.length);
    return character;
  }

  get #next(): string | undefined {
    return this.source[this.#at];
  }

  #take(): string {
    return this.source[this.#at++] ?? '';
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
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
