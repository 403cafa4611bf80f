import { isUtf8 } from 'node:buffer';
import { exceeds, type Limit, type Taken } from './limit';

/** Without a character that has to be looked at: most text, told by one look. */
const PLAIN = /^[^\0\ud800-\udfff]*$/;

/** VARCHAR and CHAR count characters, not bytes or UTF-16 units. `isPadded`: blanks at the end do not come back. */
export function stringLimit(maxLength: number, isPadded = false): Limit {
  return (value) => {
    if (!isPadded && typeof value === 'string' && value.length <= maxLength && PLAIN.test(value)) return { value };
    const taken = takeText(value);
    if ('problem' in taken) return taken;
    if (isLongerThan(maxLength, taken.value)) return exceeds(tooLong(maxLength));
    return isPadded && taken.value.endsWith(' ') ? exceeds('must not end with a blank') : taken;
  };
}

/** TEXT counts bytes. */
export function textLimit(maxBytes: number): Limit {
  return (value) => {
    const taken = takeText(value);
    if ('problem' in taken || Buffer.byteLength(taken.value) <= maxBytes) return taken;
    return exceeds(tooManyBytes(maxBytes));
  };
}

export function enumLimit(values: readonly string[]): Limit {
  return (value) => (values.includes(value as string) ? { value } : exceeds(`must be one of ${values.join(', ')}`));
}

export const uuidLimit: Limit = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? { value }
    : exceeds('must be a UUID');

/** BLOB counts bytes, of text those of its UTF-8; a list of bytes is one, too. */
export function bytesLimit(maxBytes: number): Limit {
  return (value) => {
    if (typeof value !== 'string' && !Buffer.isBuffer(value) && !Array.isArray(value)) return { value };
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    return length <= maxBytes ? { value } : exceeds(tooManyBytes(maxBytes));
  };
}

/** VARCHAR BINARY counts characters, and takes their bytes as well. */
export function binaryTextLimit(maxLength: number): Limit {
  return (value) => (isLongerThan(maxLength, String(value)) ? exceeds(tooLong(maxLength)) : { value });
}

/** Half of a surrogate pair is no text, and comes back from no database as it went in. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function takeText(value: unknown): { readonly value: string } | Extract<Taken, { problem: string }> {
  const text = textOf(value);
  if (text === undefined) return { problem: 'must be text' };
  if (text.includes('\0')) return { problem: 'must not hold the character U+0000' };
  return isWellFormed(text) ? { value: text } : { problem: 'must be valid Unicode text' };
}

/** Both databases would keep a number as text, but not as the same text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) && isUtf8(value) ? value.toString() : undefined;
}

/** Counts only where the UTF-16 units leave it open. */
function isLongerThan(maxLength: number, text: string): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}

function tooLong(maxLength: number): string {
  return `must not be longer than ${maxLength} characters`;
}

function tooManyBytes(maxBytes: number): string {
  return `must not be longer than ${maxBytes} bytes`;
}
