import { boundsOf, type JoiDescription } from './joi-rules';
import { matchingText } from './matching-text';

/** Which optional keys an object gets. */
type IncludesKey = (name: string) => boolean;

const EVERY_KEY: IncludesKey = () => true;
const NO_KEY: IncludesKey = () => false;

/**
 * Generates JSON for a Joi schema from its description: with all keys of objects, with the required ones only, and with
 * one of the optional ones, because keys may exclude each other.
 *
 * @param seed  makes the values differ
 */
export function* contentSamples(schema: JoiDescription, seed: number): Generator<unknown> {
  yield contentOf(schema, seed, EVERY_KEY);
  yield contentOf(schema, seed, NO_KEY);
  for (const key of Object.keys(schema.keys ?? {})) yield contentOf(schema, seed, (name) => name === key);
}

function contentOf(schema: JoiDescription, seed: number, includes: IncludesKey): unknown {
  const { type, flags, allow = [], matches = [] } = schema;
  if (flags?.only) return allow[seed % allow.length];
  if (type === 'object') return objectOf(schema, seed, includes);
  if (type === 'array') return arrayOf(schema, seed, includes);
  if (type === 'number') return numberOf(schema, seed);
  if (type === 'boolean') return seed % 2 === 1;
  if (type === 'date') return '2026-01-31T08:30:00Z';
  const alternative = matches.find((match) => match.schema)?.schema;
  return alternative ? contentOf(alternative, seed, includes) : textOf(schema, seed);
}

function objectOf({ keys = {}, patterns = [], rules }: JoiDescription, seed: number, includes: IncludesKey) {
  const { min = 0 } = boundsOf(rules);
  const known = Object.entries(keys).filter(
    ([name, { flags }]) => flags?.presence !== 'forbidden' && (flags?.presence === 'required' || includes(name)),
  );
  // Nested objects have all keys or the required ones.
  const inner = includes === EVERY_KEY ? EVERY_KEY : NO_KEY;
  const content = Object.fromEntries(known.map(([name, schema]) => [name, contentOf(schema, seed, inner)]));
  const [pattern] = patterns;
  for (let next = seed; Object.keys(content).length < min && next < seed + 2 * min; next++) {
    const name = pattern?.regex ? matchingText(sourceOf(pattern.regex), next) : `sample${next}`;
    content[name] = contentOf(pattern?.rule ?? {}, next, inner);
  }
  return content;
}

/** One element of each required kind, then as many as the schema asks for; one if it asks for none. */
function arrayOf({ items = [], ordered = [], rules }: JoiDescription, seed: number, includes: IncludesKey) {
  const { min = 0, max = Number.POSITIVE_INFINITY } = boundsOf(rules);
  const allowed = items.filter(({ flags }) => flags?.presence !== 'forbidden');
  const first = [...ordered, ...allowed.filter(({ flags }) => flags?.presence === 'required')];
  const count = Math.min(Math.max(min, first.length, allowed.length > 0 ? 1 : 0), max);
  const kinds = Array.from({ length: count }, (_, index) => first[index] ?? allowed[index % allowed.length] ?? {});
  return kinds.map((schema, index) => contentOf(schema, seed + index, includes));
}

/** A number from 1, or from the minimum; another one for each seed, as far as the limits allow. */
function numberOf({ rules = [] }: JoiDescription, seed: number): number {
  const { min, max, multiple = 1 } = boundsOf(rules);
  const isWhole = rules.some(({ name }) => name === 'integer' || name === 'multiple');
  const start = min ?? Math.min(1, max ?? 1);
  const first = isWhole ? Math.ceil(start / multiple) * multiple : start;
  const last = max ?? first + 1000 * multiple;
  const choices = Math.max(1, Math.floor((last - first) / multiple) + 1);
  return first + (seed % choices) * multiple;
}

/** Texts of the formats that Joi knows. */
const FORMATS: Readonly<Record<string, (seed: number) => string>> = {
  alphanum: (seed) => `sample${seed}`,
  domain: () => 'example.org',
  email: (seed) => `sample.${seed}@example.org`,
  guid: (seed) => `00000000-0000-4000-8000-${seed.toString(16).padStart(12, '0')}`,
  hex: (seed) => String(seed).padStart(10, '0'),
  hostname: () => 'example.org',
  ip: (seed) => `192.0.2.${seed % 256}`,
  isoDate: () => '2026-01-31',
  isoDuration: (seed) => `PT${(seed % 59) + 1}M`,
  token: (seed) => `sample_${seed}`,
  uri: (seed) => `https://example.org/sample/${seed}`,
};

function textOf({ rules = [] }: JoiDescription, seed: number): string {
  const { patterns, min = 0, max = Number.POSITIVE_INFINITY } = boundsOf(rules);
  if (patterns[0] !== undefined) return matchingText(patterns[0], seed);
  const format = rules.map(({ name }) => FORMATS[name]).find((one) => one !== undefined);
  const text = format ? format(seed) : `sample ${seed}`;
  // The end is kept, because the texts differ there.
  const fitting = (text.length > max ? text.slice(text.length - max) : text).padEnd(min, 'x');
  const direction = rules.find(({ name }) => name === 'case')?.args?.direction;
  return direction === 'upper' ? fitting.toUpperCase() : fitting;
}

/** The source of a regular expression, which Joi describes as text: `/^x-/`. */
function sourceOf(regex: string): string {
  return regex.slice(1, regex.lastIndexOf('/'));
}
