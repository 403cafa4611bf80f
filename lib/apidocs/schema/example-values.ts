import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { passes, validatorsOf } from '../../persistence';
import { codecOf, fieldViolations } from '../../rest';
import type { FieldType } from '../../values';
import { sentence } from '../words';
import { describe } from './joi-description';
import { jsonSchemaOf } from './joi-json-schema';
import { jsonExample } from './json-example';
import { suggestedValues } from './suggested-values';
import { validatorSchema } from './validator-rules';

/** A value that the field takes, as a payload sends it; undefined where none is found that its rules let through. */
export function exampleValue(entity: EntityMetadata, field: FieldMetadata): unknown {
  const validators = validatorsOf(entity, field);
  const given = field.constraints.flatMap((rule) => {
    const { examples = [], allow = [] } = describe(rule);
    return [...examples, ...allow.filter(Boolean)];
  });
  const candidates = [
    ...given,
    ...suggestedValues(validatorSchema(validators, field.type)),
    ...inside(field),
    ...candidatesFor(field),
  ];
  return candidates.find((value) => isTaken(field, value) && passes(validators, value as string));
}

/** Of a JSON column: what its rules suggest. */
function inside({ type, constraints }: FieldMetadata): readonly unknown[] {
  if (type.kind !== 'json') return [];
  return constraints.map((rule) => jsonExample(jsonSchemaOf(rule))).filter((value) => value !== undefined);
}

/** The same value as an answer writes it. */
export function writtenValue(field: FieldMetadata, value: unknown): unknown {
  const codec = codecOf(field.type);
  const reading = codec.read(value);
  return 'value' in reading ? codec.write(reading.value) : null;
}

function isTaken(field: FieldMetadata, value: unknown): boolean {
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
  bytes: ['AQID'],
  json: [{ note: 'any JSON' }, ['any JSON'], 'any JSON', 1],
  opaque: [],
} as const satisfies Partial<Record<FieldType['kind'], readonly unknown[]>>;

/** Likely texts for the name of a field, then such as common rules ask for. */
function textsFor(wireName: string, length: number): readonly string[] {
  const likely = LIKELY.filter(([words]) => words.test(wireName)).map(([, text]) => text);
  const words = sentence(wireName.replaceAll('_', ' '));
  const common = [
    words,
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
