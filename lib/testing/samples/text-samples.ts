import type { FieldMetadata } from '../../metadata';
import { wordsOf } from '../../values';
import type { ValueConstraints } from './joi-rules';
import { matchingText } from './matching-text';

const MAX_CHARACTERS = 60;

/** Candidate texts for a field, plain ones first; the seed makes them differ from those of other rows. */
export function* textSamples(field: FieldMetadata, constraints: ValueConstraints, seed: number): Generator<string> {
  for (const pattern of constraints.patterns) yield matchingText(pattern, seed);
  const max = Math.min(constraints.max ?? Number.POSITIVE_INFINITY, maxLength(field), MAX_CHARACTERS);
  const min = Math.max(constraints.min ?? 0, 0);
  for (const text of shapes(field.name, seed)) {
    yield text.length >= min ? text : text.padEnd(min, 'x');
    if (text.length > max || text.length < min) yield fitted(text, min, max);
  }
}

function* shapes(name: string, seed: number): Generator<string> {
  const words = wordsOf(name).join(' ');
  const bare = name.toLowerCase().replace(/[^a-z]/g, '');
  const letters = lettersOf(seed);
  yield `${words} ${seed}`;
  yield `${bare}${seed}`;
  yield `${bare}.${seed}@example.org`;
  yield `https://example.org/${bare}/${seed}`;
  yield String(seed).padStart(10, '0');
  yield `00000000-0000-4000-8000-${seed.toString(16).padStart(12, '0')}`;
  yield `${bare}${letters}`;
  yield `${bare}${letters}`.toUpperCase();
  yield `${bare.toUpperCase()}-${seed}`;
  yield new Date(Date.UTC(2020, 0, 1 + (seed % 2000))).toISOString().slice(0, 10);
  yield `192.0.2.${seed % 256}`;
  yield `#${(seed % 0xffffff).toString(16).padStart(6, '0')}`;
  yield 'DE';
  yield 'EUR';
  yield 'en';
  yield String(seed % 10);
}

/** Shortens or pads a text. The end is kept, because texts differ there. */
function fitted(text: string, min: number, max: number): string {
  const short = text.length > max ? text.slice(0, Math.max(0, max - 4)) + text.slice(-Math.min(4, max)) : text;
  return short.trim().padEnd(min, 'x');
}

function maxLength({ type }: FieldMetadata): number {
  if (type.kind === 'string') return type.maxLength;
  return type.kind === 'text' ? type.maxBytes : Number.POSITIVE_INFINITY;
}

/** The seed in letters: `a` for 0, `ba` for 26. */
function lettersOf(seed: number): string {
  const rest = Math.floor(seed / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + (seed % 26));
}
