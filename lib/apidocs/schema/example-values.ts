import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { upperFirst } from '../../naming';
import { passes, validatorsOf } from '../../persistence';
import { codecOf, fieldViolations } from '../../rest';
import type { FieldType } from '../../values';
import { describe } from './joi-description';
import { jsonSchemaOf } from './joi-json-schema';
import { jsonExample } from './json-example';
import { suggestedValues } from './suggested-values';
import { validatorSchema } from './validator-rules';

/**
 * An example of the field's value in a payload.
 *
 * @returns undefined when no candidate passes the validation
 */
export function exampleValue(entity: EntityMetadata, field: FieldMetadata): unknown {
  const validators = validatorsOf(entity, field);
  const fromRules = field.constraints.flatMap((rule) => {
    const { examples = [], allow = [] } = describe(rule);
    return [...examples, ...allow.filter(Boolean)];
  });
  const candidates = [
    ...fromRules,
    ...suggestedValues(validatorSchema(validators, field.type)),
    ...jsonCandidates(field),
    ...candidatesFor(field),
  ];
  return candidates.find((value) => isValid(field, value) && passes(validators, value as string));
}

/** The examples that the rules of a JSON column suggest. */
function jsonCandidates({ type, constraints }: FieldMetadata): readonly unknown[] {
  if (type.kind !== 'json') return [];
  return constraints.map((rule) => jsonExample(jsonSchemaOf(rule))).filter((value) => value !== undefined);
}

/** Converts a payload value to its form in a response. */
export function toResponseValue(field: FieldMetadata, value: unknown): unknown {
  const codec = codecOf(field.type);
  const reading = codec.read(value);
  return 'value' in reading ? codec.write(reading.value) : null;
}

function isValid(field: FieldMetadata, value: unknown): boolean {
  const reading = codecOf(field.type).read(value);
  return 'value' in reading && fieldViolations(field, reading.value).length === 0;
}

function candidatesFor({ type, wireName }: FieldMetadata): readonly unknown[] {
  switch (type.kind) {
    case 'string':
      return textsFor(wireName, type.maxLength);
    case 'text':
      return textsFor(wireName, type.maxBytes);
    case 'integer':
      return [1, 2, 5, 10, 50, 100, 0, -1, 1000, 2026];
    case 'decimal':
      return decimals(type);
    case 'float':
      return [1.5, 0.5, 1, 10, 100, 0, -1];
    case 'enum':
      return type.values;
    case 'set':
      return [type.values.slice(0, 1), type.values.slice(0, 2), []];
    case 'bytes':
      return ['AQID', Buffer.alloc(type.minBytes ?? 1, 1).toString('base64')];
    default:
      return SIMPLE[type.kind];
  }
}

const SIMPLE = {
  boolean: [true, false],
  duration: ['PT1H30M', 'PT30S', 'P1D', 'PT5M', 'PT1S', 'PT0S', 'PT0.5S'],
  datetime: ['2026-01-31T08:30:00Z', '2036-01-31T08:30:00Z', '1996-01-31T08:30:00Z'],
  date: ['2026-01-31', '2036-01-31', '1996-01-31'],
  time: ['08:30:00'],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  json: [{ note: 'any JSON' }, ['any JSON'], 'any JSON', 1],
  opaque: [],
} as const satisfies Partial<Record<FieldType['kind'], readonly unknown[]>>;

/** Texts that suit the name of the field, then texts that pass common rules. */
function textsFor(wireName: string, length: number): readonly string[] {
  const likely = LIKELY.filter(([pattern]) => pattern.test(wireName)).map(([, text]) => text);
  const common = [
    upperFirst(wireName.replaceAll('_', ' ')),
    ...LIKELY.map(([, text]) => text),
    'Abcd',
    'ABCD',
    'abcd',
    'AB-123',
    '1234',
    '12345',
    'EUR',
    'DE',
    'xyz',
    'abc-1',
    'https://example.org/',
  ];
  return [...likely, ...common].flatMap((text) => [text, text.slice(0, length).trim()]);
}

const LIKELY: readonly (readonly [RegExp, string])[] = [
  [/e?mail/, 'ada@example.org'],
  [/url|uri|link|website/, 'https://example.org/'],
  [/phone|mobile/, '+49 30 1234567'],
  [/country/, 'DE'],
  [/currency/, 'EUR'],
  [/city|town/, 'Berlin'],
  [/street|address/, '12 Main Street'],
];

function decimals({ precision, scale }: Extract<FieldType, { kind: 'decimal' }>): readonly string[] {
  const fraction = scale === 0 ? '' : `.${'50'.padEnd(scale, '0').slice(0, scale)}`;
  const wholes = precision - scale === 0 ? ['0'] : ['12', '1', '5', '100', '0', '-1'];
  return wholes.map((whole) => whole + fraction);
}
