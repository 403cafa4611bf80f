import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { passes, uniqueIndexesOf, validatorsOf } from '../../persistence';
import { fieldViolations } from '../../rest';
import { codecOf, type FieldType } from '../../values';
import { TestingError } from '../errors';
import { contentSamples } from './joi-content';
import { constraintsOf, type JoiDescription, type ValueConstraints } from './joi-rules';
import { textSamples } from './text-samples';

/** A value as JSON, and as the domain value. */
export interface SampleValue {
  readonly json: unknown;
  readonly value: unknown;
}

/**
 * Generates a value that the column, its rules and the validators of the model accept.
 *
 * @param seed  makes the values of unique columns differ
 * @throws TestingError SAMPLE_MISSING
 */
export function sampleValue(entity: EntityMetadata, field: FieldMetadata, seed: number): SampleValue {
  const validators = synchronous(validatorsOf(entity, field));
  const constraints = constraintsOf(field, validators);
  for (const json of samples(field, constraints, isPartOfKey(entity, field), seed)) {
    const reading = codecOf(field.type).read(json);
    if (!('value' in reading) || fieldViolations(field, reading.value).length > 0) continue;
    const { value } = reading;
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isScalar || passes(validators, value)) return { json, value };
  }
  throw new TestingError('SAMPLE_MISSING', entity.name, field.name);
}

/** Whether no two rows have the same value, or the same combination with other values. */
function isPartOfKey(entity: EntityMetadata, field: FieldMetadata): boolean {
  return field.isUnique || uniqueIndexesOf(entity).some((names) => names.includes(field.name));
}

/** Without validators that take a callback, which cannot be evaluated here; the request reports their violations. */
function synchronous(validators: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = Object.entries(validators);
  return Object.fromEntries(all.filter(([, test]) => typeof test !== 'function' || test.length < 2));
}

function* samples(
  field: FieldMetadata,
  constraints: ValueConstraints,
  isUnique: boolean,
  seed: number,
): Generator<unknown> {
  if (constraints.allowed.length > 0) yield* rotated(constraints.allowed, seed);
  const { type } = field;
  switch (type.kind) {
    case 'string':
    case 'text':
    case 'uuid':
      return yield* textSamples(field, constraints, seed);
    case 'enum':
      return yield* rotated(type.values, seed);
    case 'set':
      return yield* rotated(
        type.values.map((value) => [value]),
        seed,
      );
    case 'boolean':
      return yield* rotated([true, false], seed);
    case 'integer':
      return yield* numbers(withinType(constraints, type), isUnique, seed);
    case 'float':
      for (const whole of numbers(constraints, isUnique, seed)) yield* [whole, whole + 0.5];
      return yield* limits(constraints);
    case 'decimal':
      for (const whole of numbers(constraints, isUnique, seed)) yield* decimals(whole, type.scale);
      for (const limit of limits(constraints)) yield limit.toFixed(type.scale);
      return;
    case 'duration':
      return yield* [`PT${(seed % 59) + 1}M`, 'PT1S', 'PT1H', 'P1D'];
    case 'date':
      return yield* days(seed);
    case 'datetime':
      for (const day of days(seed)) yield `${day}T08:30:00Z`;
      return;
    case 'time':
      return yield* [`08:${String(seed % 60).padStart(2, '0')}:00`, '12:00:00'];
    case 'bytes':
      return yield sampleBytes(type, seed).toString('base64');
    case 'json':
      return yield* contents(constraints.schemas, seed);
  }
}

function sampleBytes({ minBytes = 0, maxBytes }: Extract<FieldType, { kind: 'bytes' }>, seed: number): Buffer {
  const sample = Buffer.from(`${seed} sample`);
  const length = Math.max(minBytes, Math.min(sample.length, maxBytes));
  return Buffer.concat([sample, Buffer.alloc(minBytes)]).subarray(0, length);
}

/** Whole numbers. Small ones come first, so that sums and products stay within the limits of a domain. */
function* numbers(constraints: ValueConstraints, isUnique: boolean, seed: number): Generator<number> {
  const { multiple } = constraints;
  const min = constraints.min === undefined ? undefined : Math.ceil(constraints.min);
  const max = constraints.max === undefined ? undefined : Math.floor(constraints.max);
  if (multiple) for (let times = 1; times < 20; times++) yield multiple * (isUnique ? seed + times : times);
  const start = min !== undefined && min > 1 ? min : 1;
  yield start + (isUnique ? seed : seed % 5);
  // A small type has few values, which are used again for later rows.
  if (isUnique && max !== undefined && max >= start) yield start + (seed % (max - start + 1));
  if (max !== undefined) yield max - (seed % 5);
  if (min !== undefined) yield min + (seed % 5);
  yield* [start, max ?? 0, min ?? 0, 0, -1 - seed];
}

/** The constraints with the limits of the type. */
function withinType(constraints: ValueConstraints, { min, max }: { min: bigint; max: bigint }): ValueConstraints {
  const lowest = Math.max(Number(min), constraints.min ?? Number.NEGATIVE_INFINITY);
  return { ...constraints, min: lowest, max: Math.min(Number(max), constraints.max ?? Number.POSITIVE_INFINITY) };
}

/** The limits themselves, which may have no whole number between them. */
function limits({ min, max }: ValueConstraints): readonly number[] {
  return [min, max].filter((limit) => limit !== undefined);
}

function* decimals(whole: number, scale: number): Generator<string> {
  if (scale > 0) yield `${whole}.${'5'.padEnd(scale, '0')}`;
  yield scale > 0 ? `${whole}.${'0'.repeat(scale)}` : String(whole);
}

/** Past days first, then future ones. */
function* days(seed: number): Generator<string> {
  for (const year of [2020, 2035, 1990]) {
    yield new Date(Date.UTC(year, 0, 1 + (seed % 1500))).toISOString().slice(0, 10);
  }
}

function* contents(schemas: readonly JoiDescription[], seed: number): Generator<unknown> {
  for (const schema of schemas) yield* contentSamples(schema, seed);
  yield* [{ sample: seed }, {}, [], `sample ${seed}`, seed, true];
}

function* rotated<T>(values: readonly T[], seed: number): Generator<T> {
  for (let index = 0; index < values.length; index++) yield values[(seed + index) % values.length]!;
}
