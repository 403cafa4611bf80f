import { isUtf8 } from 'node:buffer';
import { type Checked, exceeds, type Limit } from './limit';

/** Text without surrogates and U+0000, on the fast path. */
const PLAIN = /^[^\0\ud800-\udfff]*$/;

/** VARCHAR and CHAR count characters, not bytes or UTF-16 units. `isPadded`: CHAR does not keep trailing blanks. */
export function stringLimit(maxLength: number, isPadded = false): Limit {
  return (value) => {
    if (!isPadded && typeof value === 'string' && value.length <= maxLength && PLAIN.test(value)) return { value };
    const checked = checkText(value);
    if ('problem' in checked) return checked;
    if (isLongerThan(maxLength, checked.value)) return exceeds(tooLong(maxLength));
    return isPadded && checked.value.endsWith(' ') ? exceeds('must not end with a blank') : checked;
  };
}

/** TEXT counts bytes. */
export function textLimit(maxBytes: number): Limit {
  return (value) => {
    const checked = checkText(value);
    if ('problem' in checked || Buffer.byteLength(checked.value) <= maxBytes) return checked;
    return exceeds(tooManyBytes(maxBytes));
  };
}

export function enumLimit(values: readonly string[]): Limit {
  return (value) => (values.includes(value as string) ? { value } : exceeds(`must be one of ${values.join(', ')}`));
}

/** Stored in lower case, as payloads are, because databases compare the text. */
export const uuidLimit: Limit = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? { value: value.toLowerCase() }
    : exceeds('must be a UUID');

/** BLOB and BINARY count bytes; text counts as UTF-8. An array of bytes is accepted too. */
export function bytesLimit(maxBytes: number, minBytes = 0): Limit {
  return (value) => {
    if (typeof value !== 'string' && !Buffer.isBuffer(value) && !Array.isArray(value)) return { value };
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    if (length > maxBytes) return exceeds(tooManyBytes(maxBytes));
    return length < minBytes ? exceeds(`must not be shorter than ${minBytes} bytes`) : { value };
  };
}

/** VARCHAR BINARY counts characters. */
export function binaryTextLimit(maxLength: number): Limit {
  return (value) => (isLongerThan(maxLength, String(value)) ? exceeds(tooLong(maxLength)) : { value });
}

/** Whether text has no lone surrogates, which no database stores unchanged. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function checkText(value: unknown): { readonly value: string } | Extract<Checked, { problem: string }> {
  const text = textOf(value);
  if (text === undefined) return { problem: 'must be text' };
  if (text.includes('\0')) return { problem: 'must not contain the character U+0000' };
  return isWellFormed(text) ? { value: text } : { problem: 'must be valid Unicode text' };
}

/** Converts numbers here, because databases format them differently. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) && isUtf8(value) ? value.toString() : undefined;
}

/** Counts characters only if the number of UTF-16 units does not decide. */
export function isLongerThan(maxLength: number, text: string): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}

function tooLong(maxLength: number): string {
  return `must not be longer than ${maxLength} characters`;
}

function tooManyBytes(maxBytes: number): string {
  return `must not be longer than ${maxBytes} bytes`;
}
