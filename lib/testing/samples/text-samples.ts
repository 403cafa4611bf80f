import type { FieldMetadata } from '../../metadata';
import { wordsOf } from '../../values';
import type { AskedFor } from './joi-rules';
import { matchingText } from './matching-text';

const MOST_CHARACTERS = 60;

/** Texts that a field may take, the plain ones first; `number` makes them differ from those of other rows. */
export function* textSamples(field: FieldMetadata, asked: AskedFor, number: number): Generator<string> {
  for (const pattern of asked.patterns) yield matchingText(pattern, number);
  const most = Math.min(asked.high ?? Number.POSITIVE_INFINITY, maxLength(field), MOST_CHARACTERS);
  const least = Math.max(asked.low ?? 0, 0);
  for (const text of shapes(field.name, number)) {
    yield text.length >= least ? text : text.padEnd(least, 'x');
    if (text.length > most || text.length < least) yield fitted(text, least, most);
  }
}

function* shapes(name: string, number: number): Generator<string> {
  const words = wordsOf(name).join(' ');
  const bare = name.toLowerCase().replace(/[^a-z]/g, '');
  const letters = lettersOf(number);
  yield `${words} ${number}`;
  yield `${bare}${number}`;
  yield `${bare}.${number}@example.org`;
  yield `https://example.org/${bare}/${number}`;
  yield String(number).padStart(10, '0');
  yield `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
  yield `${bare}${letters}`;
  yield `${bare}${letters}`.toUpperCase();
  yield `${bare.toUpperCase()}-${number}`;
  yield new Date(Date.UTC(2020, 0, 1 + (number % 2000))).toISOString().slice(0, 10);
  yield `192.0.2.${number % 256}`;
  yield `#${(number % 0xffffff).toString(16).padStart(6, '0')}`;
  yield 'DE';
  yield 'EUR';
  yield 'en';
  yield String(number % 10);
}

/** Keeps the end, by which texts differ. */
function fitted(text: string, least: number, most: number): string {
  const short = text.length > most ? text.slice(0, Math.max(0, most - 4)) + text.slice(-Math.min(4, most)) : text;
  return short.trim().padEnd(least, 'x');
}

function maxLength({ type }: FieldMetadata): number {
  if (type.kind === 'string') return type.maxLength;
  return type.kind === 'text' ? type.maxBytes : Number.POSITIVE_INFINITY;
}

/** `0` is `a`, `26` is `ba`. */
function lettersOf(number: number): string {
  const rest = Math.floor(number / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + (number % 26));
}
