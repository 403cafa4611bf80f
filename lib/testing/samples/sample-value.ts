import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { passes, validatorsOf } from '../../persistence';
import { fieldViolations } from '../../rest';
import { codecOf } from '../../values';
import { TestingError } from '../errors';
import { type AskedFor, askedFor, type JoiDescription } from './joi-rules';
import { textSamples } from './text-samples';

/** A value twice: as a payload has it, and as the domain holds it. */
export interface SampleValue {
  readonly json: unknown;
  readonly value: unknown;
}

/**
 * A value that the column, its rules and the validators of the model take.
 *
 * @param number values of other numbers differ, where the column is unique
 * @throws TestingError SAMPLE_MISSING
 */
export function sampleValue(entity: EntityMetadata, field: FieldMetadata, number: number): SampleValue {
  const validators = judgedAlone(validatorsOf(entity, field));
  const asked = askedFor(field, validators);
  for (const json of samples(field, asked, number)) {
    const reading = codecOf(field.type).read(json);
    if (!('value' in reading) || fieldViolations(field, reading.value).length > 0) continue;
    const { value } = reading;
    const isAsked = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isAsked || passes(validators, value)) return { json, value };
  }
  throw new TestingError('SAMPLE_MISSING', entity.name, field.name);
}

/** Those that take a call back tell nothing at once; what they refuse, the request tells. */
function judgedAlone(validators: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = Object.entries(validators);
  return Object.fromEntries(all.filter(([, test]) => typeof test !== 'function' || test.length < 2));
}

function* samples(field: FieldMetadata, asked: AskedFor, number: number): Generator<unknown> {
  if (asked.only.length > 0) yield* turned(asked.only, number);
  const { type } = field;
  switch (type.kind) {
    case 'string':
    case 'text':
    case 'uuid':
      return yield* textSamples(field, asked, number);
    case 'enum':
      return yield* turned(type.values, number);
    case 'boolean':
      return yield* turned([true, false], number);
    case 'integer':
      return yield* numbers(asked, field, number);
    case 'float':
      for (const whole of numbers(asked, field, number)) yield* [whole, whole + 0.5];
      return;
    case 'decimal':
      for (const whole of numbers(asked, field, number)) yield* decimals(whole, type.scale);
      return;
    case 'duration':
      return yield* [`PT${(number % 59) + 1}M`, 'PT1S', 'PT1H', 'P1D'];
    case 'date':
      return yield* days(number);
    case 'datetime':
      for (const day of days(number)) yield `${day}T08:30:00Z`;
      return;
    case 'time':
      return yield* [`08:${String(number % 60).padStart(2, '0')}:00`, '12:00:00'];
    case 'bytes':
      return yield Buffer.from(`sample ${number}`).toString('base64');
    case 'json':
      return yield* contents(asked.schemas, number);
  }
}

/** Small ones first: sums and products of rows stay small, whatever a domain asks of them. */
function* numbers({ low, high, multiple }: AskedFor, { isUnique }: FieldMetadata, number: number): Generator<number> {
  if (multiple) for (let times = 1; times < 20; times++) yield multiple * (isUnique ? number + times : times);
  const start = low !== undefined && low > 1 ? low : 1;
  yield start + (isUnique ? number : number % 5);
  if (high !== undefined) yield high - (number % 5);
  if (low !== undefined) yield low + (number % 5);
  yield* [start, high ?? 0, low ?? 0, 0, -1 - number];
}

function* decimals(whole: number, scale: number): Generator<string> {
  if (scale > 0) yield `${whole}.${'5'.padEnd(scale, '0')}`;
  yield scale > 0 ? `${whole}.${'0'.repeat(scale)}` : String(whole);
}

/** Past ones first, each another; then those to come. */
function* days(number: number): Generator<string> {
  for (const year of [2020, 2035, 1990]) {
    yield new Date(Date.UTC(year, 0, 1 + (number % 1500))).toISOString().slice(0, 10);
  }
}

function* contents(schemas: readonly JoiDescription[], number: number): Generator<unknown> {
  for (const schema of schemas) yield contentOf(schema, number);
  yield* [{ sample: number }, {}, [], `sample ${number}`, number, true];
}

function contentOf(
  { type, allow = [], flags, keys = {}, items = [], rules = [] }: JoiDescription,
  number: number,
): unknown {
  if (flags?.only) return allow[number % allow.length];
  const least = Number(rules.find(({ name }) => name === 'min')?.args?.limit ?? 0);
  if (type === 'object') {
    return Object.fromEntries(Object.entries(keys).map(([name, schema]) => [name, contentOf(schema, number)]));
  }
  if (type === 'array') return items.slice(0, 1).map((schema) => contentOf(schema, number));
  if (type === 'number') return Math.max(1, least);
  if (type === 'boolean') return true;
  return type === 'date' ? '2026-01-31T08:30:00Z' : `sample ${number}`.padEnd(least, 'x');
}

function* turned<T>(values: readonly T[], number: number): Generator<T> {
  for (let index = 0; index < values.length; index++) yield values[(number + index) % values.length]!;
}
