/** A number that a double cannot represent, as sent: `0.1000000000000000055`, `9007199254740993`. */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** The nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  /** A string, because JSON readers would round the number. */
  toJSON(): string {
    return this.text;
  }
}

/** Returns a number if a double represents the value exactly, else an {@link ExactNumber}. */
export function exactNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return Number.isFinite(value) && canonical(text) === canonical(String(value)) ? value : new ExactNumber(text);
}

/** The sign, the significant digits and the exponent: equal texts for equal values. */
function canonical(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (exponent.length > MAX_EXPONENT_LENGTH) return text;
  const digits = whole + fraction;
  const [first, end] = significantRange(digits);
  if (first === end) return '0';
  return `${sign}${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
const MAX_EXPONENT_LENGTH = 12;

/** A loop, because a regular expression for trailing zeros takes quadratic time. */
function significantRange(digits: string): [first: number, end: number] {
  let first = 0;
  let end = digits.length;
  while (first < end && digits[first] === '0') first++;
  while (end > first && digits[end - 1] === '0') end--;
  return [first, end];
}
