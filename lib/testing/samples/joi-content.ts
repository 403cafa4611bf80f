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
 * @param number  makes the values differ
 */
export function* contentSamples(schema: JoiDescription, number: number): Generator<unknown> {
  yield contentOf(schema, number, EVERY_KEY);
  yield contentOf(schema, number, NO_KEY);
  for (const key of Object.keys(schema.keys ?? {})) yield contentOf(schema, number, (name) => name === key);
}

function contentOf(schema: JoiDescription, number: number, includes: IncludesKey): unknown {
  const { type, flags, allow = [], matches = [] } = schema;
  if (flags?.only) return allow[number % allow.length];
  if (type === 'object') return objectOf(schema, number, includes);
  if (type === 'array') return arrayOf(schema, number, includes);
  if (type === 'number') return numberOf(schema, number);
  if (type === 'boolean') return number % 2 === 1;
  if (type === 'date') return '2026-01-31T08:30:00Z';
  const alternative = matches.find((match) => match.schema)?.schema;
  return alternative ? contentOf(alternative, number, includes) : textOf(schema, number);
}

function objectOf({ keys = {}, patterns = [], rules }: JoiDescription, number: number, includes: IncludesKey) {
  const { min = 0 } = boundsOf(rules);
  const known = Object.entries(keys).filter(
    ([name, { flags }]) => flags?.presence !== 'forbidden' && (flags?.presence === 'required' || includes(name)),
  );
  // Nested objects have all keys or the required ones.
  const inner = includes === EVERY_KEY ? EVERY_KEY : NO_KEY;
  const content = Object.fromEntries(known.map(([name, schema]) => [name, contentOf(schema, number, inner)]));
  const [pattern] = patterns;
  for (let next = number; Object.keys(content).length < min && next < number + 2 * min; next++) {
    const name = pattern?.regex ? matchingText(sourceOf(pattern.regex), next) : `sample${next}`;
    content[name] = contentOf(pattern?.rule ?? {}, next, inner);
  }
  return content;
}

/** One element of each required kind, then as many as the schema asks for; one if it asks for none. */
function arrayOf({ items = [], ordered = [], rules }: JoiDescription, number: number, includes: IncludesKey) {
  const { min = 0, max = Number.POSITIVE_INFINITY } = boundsOf(rules);
  const allowed = items.filter(({ flags }) => flags?.presence !== 'forbidden');
  const first = [...ordered, ...allowed.filter(({ flags }) => flags?.presence === 'required')];
  const count = Math.min(Math.max(min, first.length, allowed.length > 0 ? 1 : 0), max);
  const kinds = Array.from({ length: count }, (_, index) => first[index] ?? allowed[index % allowed.length] ?? {});
  return kinds.map((schema, index) => contentOf(schema, number + index, includes));
}

/** A number from 1, or from the minimum; another one for each `number`, as far as the limits allow. */
function numberOf({ rules = [] }: JoiDescription, number: number): number {
  const { min, max, multiple = 1 } = boundsOf(rules);
  const isWhole = rules.some(({ name }) => name === 'integer' || name === 'multiple');
  const start = min ?? Math.min(1, max ?? 1);
  const first = isWhole ? Math.ceil(start / multiple) * multiple : start;
  const last = max ?? first + 1000 * multiple;
  const choices = Math.max(1, Math.floor((last - first) / multiple) + 1);
  return first + (number % choices) * multiple;
}

/** Texts of the formats that Joi knows. */
const FORMATS: Readonly<Record<string, (number: number) => string>> = {
  alphanum: (number) => `sample${number}`,
  domain: () => 'example.org',
  email: (number) => `sample.${number}@example.org`,
  guid: (number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
  hex: (number) => String(number).padStart(10, '0'),
  hostname: () => 'example.org',
  ip: (number) => `192.0.2.${number % 256}`,
  isoDate: () => '2026-01-31',
  isoDuration: (number) => `PT${(number % 59) + 1}M`,
  token: (number) => `sample_${number}`,
  uri: (number) => `https://example.org/sample/${number}`,
};

function textOf({ rules = [] }: JoiDescription, number: number): string {
  const { patterns, min = 0, max = Number.POSITIVE_INFINITY } = boundsOf(rules);
  if (patterns[0] !== undefined) return matchingText(patterns[0], number);
  const format = rules.map(({ name }) => FORMATS[name]).find((one) => one !== undefined);
  const text = format ? format(number) : `sample ${number}`;
  // The end is kept, because the texts differ there.
  const fitting = (text.length > max ? text.slice(text.length - max) : text).padEnd(min, 'x');
  const direction = rules.find(({ name }) => name === 'case')?.args?.direction;
  return direction === 'upper' ? fitting.toUpperCase() : fitting;
}

/** The source of a regular expression, which Joi describes as text: `/^x-/`. */
function sourceOf(regex: string): string {
  return regex.slice(1, regex.lastIndexOf('/'));
}
