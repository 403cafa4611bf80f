/** A number as the client wrote it, because a double would change it: `0.1000000000000000055`, `9007199254740993`. */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** The nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  /** A string, as every number that JSON readers would change is written. */
  toJSON(): string {
    return this.text;
  }
}

/** The number itself where a double says the same value, else its text. */
export function exactNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return Number.isFinite(value) && canonical(text) === canonical(String(value)) ? value : new ExactNumber(text);
}

/** Sign, digits without zeros at either end, and exponent: equal for equal values. */
function canonical(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (exponent.length > LONGEST_EXPONENT) return text;
  const digits = whole + fraction;
  const [first, end] = significantRange(digits);
  if (first === end) return '0';
  return `${sign}${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
const LONGEST_EXPONENT = 12;

/** By hand, since a pattern for trailing zeros takes quadratic time on a long run of them. */
function significantRange(digits: string): [first: number, end: number] {
  let first = 0;
  let end = digits.length;
  while (first < end && digits[first] === '0') first++;
  while (end > first && digits[end - 1] === '0') end--;
  return [first, end];
}
