import type { FieldType } from '../../lib/values';
import { RawJson } from './json-text';
import { ODD_TEXTS, REJECTED_TEXTS } from './odd-texts';
import type { Random } from './random';

type Choices = readonly unknown[];

/** A value that the column accepts, sometimes its minimum or maximum. A few texts are too long for short columns. */
export function validValue(random: Random, type: FieldType): unknown {
  return random.pick(validChoices(random, type));
}

/** A value that is probably rejected. */
export function oddValue(random: Random, type: FieldType): unknown {
  return random.pick(random.chance(0.5) ? rejectedChoices(type) : ANY_KIND);
}

export const uuidOf = (random: Random) =>
  `0f0f0f0f-0000-4000-8000-${random.integer(0, 0xffff).toString(16).padStart(12, '0')}`;

function validChoices(random: Random, type: FieldType): Choices {
  switch (type.kind) {
    case 'string':
      return texts(random, type.maxLength).filter((text) => !type.isPadded || !text.endsWith(' '));
    case 'text':
      return [...texts(random, type.maxBytes), 'x'.repeat(Math.min(type.maxBytes, 300)), 'ä'.repeat(100)];
    case 'integer':
      return integers(random, type.min, type.max);
    case 'duration':
      return durations(random, type);
    case 'decimal':
      return decimals(random, type);
    case 'float':
      return floats(type);
    case 'boolean':
      return [true, false];
    case 'datetime':
      return INSTANTS.filter((text) => fractionOf(text) <= Math.min(type.precision, 3));
    case 'date':
      return ['2020-02-29', '1000-01-01', '9999-12-31', '2026-03-29', '1970-01-01'];
    case 'time':
      return ['00:00:00', '23:59:59', '08:30:00'];
    case 'enum':
      return type.values;
    case 'set':
      return [[], type.values, [...type.values].reverse(), [random.pick(type.values)]];
    case 'uuid':
      return [uuidOf(random), uuidOf(random).toUpperCase()];
    case 'json':
      return JSON_VALUES;
    case 'bytes':
      return ['', 'AA==', 'AAE=', 'AAEC', '//79', Buffer.alloc(200, random.integer(0, 255)).toString('base64')];
    case 'opaque':
      return [null];
  }
}

/** Mostly a short text that is seldom repeated; otherwise unusual texts, and texts of the maximum length. */
function texts(random: Random, max: number): readonly string[] {
  const plain = () => `t${random.integer(0, 9999)}`.slice(0, max);
  if (random.chance(0.6)) return [plain()];
  const fitting = ODD_TEXTS.filter((text) => [...text].length <= max);
  return [...fitting, 'x'.repeat(Math.min(max, 255)), '😀'.repeat(Math.min(max, 60))];
}

function integers(random: Random, min: bigint, max: bigint): Choices {
  const small = random.integer(0, 100);
  const edges = [min, max].map((edge) => new RawJson(String(edge)));
  const isWide = max > BigInt(Number.MAX_SAFE_INTEGER);
  const wide = isWide ? [String(min), String(max), '9007199254740993', new RawJson('9007199254740993')] : [];
  return [small, small, small, new RawJson(`${small}.0`), new RawJson('1e1'), new RawJson('-0'), ...edges, ...wide];
}

function decimals(random: Random, type: Extract<FieldType, { kind: 'decimal' }>): Choices {
  const { precision, scale, isUnsigned } = type;
  const whole = '9'.repeat(precision - scale);
  const most = scale > 0 ? `${whole}.${'9'.repeat(scale)}` : whole;
  const plain = random.integer(0, 99);
  const negative = isUnsigned ? [] : [`-${most}`, '-0.00'.slice(0, scale > 1 ? 5 : 2), -1];
  return [plain, String(plain), most, '0', 0, '007', new RawJson('1e1'), new RawJson('-0.0'), ...negative];
}

function durations(random: Random, { unit }: Extract<FieldType, { kind: 'duration' }>): Choices {
  const small = random.integer(0, 100);
  const finest = unit === 'milliseconds' ? ['PT0.001S', 'PT59.5S'] : [];
  return [`PT${small}M`, `PT${small}S`, `P${small % 20}D`, 'P1DT2H3M4S', 'PT90M', 'P2W', 'PT0S', 'PT1.000S', ...finest];
}

function floats({ isSingle, isUnsigned }: Extract<FieldType, { kind: 'float' }>): Choices {
  const wide = isSingle ? [3.40282e38, 1.17549e-38] : [123456.789, 16777217, 5e-324, 1.7976931348623157e308, 2 ** 53];
  return [0, 1, 0.5, 0.1, 1e10, 3.25, 1e-7, new RawJson('-0'), ...wide, ...(isUnsigned ? [] : [-0.5, -1e20])];
}

/** Values that a column of the type mostly rejects. */
function rejectedChoices(type: FieldType): Choices {
  switch (type.kind) {
    case 'string':
      return [...REJECTED_TEXTS, 'x'.repeat(type.maxLength + 1), '😀'.repeat(type.maxLength + 1)];
    case 'text':
      return [...REJECTED_TEXTS, ...(type.maxBytes < 1000 ? ['x'.repeat(type.maxBytes + 1), 'ä'.repeat(128)] : [])];
    case 'integer':
      return [type.min - 1n, type.max + 1n].flatMap((edge) => [new RawJson(String(edge)), String(edge)]);
    case 'duration':
      return [...REJECTED_DURATIONS, `P${type.max}D`];
    case 'decimal':
      return ['1e3', '1.', '.5', '+1', '1,5', ' 1', '', `1${'0'.repeat(type.precision)}`, 1e-9, '0.00001'];
    case 'enum':
      return [...type.values.map((value) => `${value} `), ...type.values.map((value) => value.toUpperCase()), 1];
    case 'set':
      return [type.values[0], [...type.values, type.values[0]], ['no such value'], [1], {}];
    default:
      return REJECTED_BY_KIND[type.kind];
  }
}

const REJECTED_DURATIONS: Choices = [
  ...['P1Y', 'P1M', 'P', 'PT', 'P1DT', '-PT1S', 'PT0.0001S', 'PT1,5S', 'p1d', ' P1D', '60', 60],
];

const INSTANTS: readonly string[] = [
  '2020-02-29T23:59:59Z',
  '2019-03-31T02:30:00+01:00',
  '2019-12-31T23:59:59-14:00',
  '2019-01-31T08:30Z',
  '2019-01-31T08:30:00.0Z',
  '2019-01-31T08:30:00.5Z',
  '2019-01-31T08:30:00.123Z',
  '2019-01-31T08:30:00.120000Z',
  '2019-01-31T08:30:00.123456Z',
  '2019-01-31T08:30:00.123456789Z',
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-01:00',
  '1969-12-31T23:59:59.999Z',
];

/** Rejected values of the kinds whose columns have no limits of their own. */
const REJECTED_BY_KIND: Readonly<
  Record<'float' | 'boolean' | 'datetime' | 'date' | 'time' | 'uuid' | 'json' | 'bytes' | 'opaque', Choices>
> = {
  float: [new RawJson('1e400'), new RawJson('0.1000000000000000055511151231257827'), '1', 1e300, -1, 1.234567, 1e-40],
  boolean: [0, 1, 'true', ''],
  datetime: [...INSTANTS, '2026-02-30T00:00:00Z', '2026-01-31', '2026-01-31T08:30:00', '0000-00-00T00:00:00Z', 0],
  date: ['2026-02-30', '2025-02-29', '0000-00-00', '0999-12-31', '20260131', '2026-1-1', '2026-01-31T00:00:00Z'],
  time: ['24:00:00', '8:30', '08:30', '08:30:00.5', '-01:00:00', '838:59:59'],
  uuid: ['0f0f0f0f-0000-4000-8000-00000000000', '{0f0f0f0f-0000-4000-8000-000000000000}', 'x'],
  json: [new RawJson('12345678901234567890123'), new RawJson('{"a":[1e999]}'), '\u0000', { '\u0000': '\ud800' }],
  bytes: ['A', 'AAA', 'A===', '====', '_-8=', ' AAE=', 'AAE', ['AA=='], 1, `${'A'.repeat(4)}=AAE`],
  opaque: ['x'],
};

/** The number of decimals without trailing zeros. */
const fractionOf = (text: string) => (/\.(\d*?)0*(?:Z|[+-])/.exec(text)?.[1] ?? '').length;

const JSON_VALUES: Choices = [
  {},
  [],
  0,
  false,
  '',
  'text',
  '{"a":1}',
  ' padded ',
  { b: 1, a: [null, { deep: '😀' }] },
  [1.5, -0.25, 1e-7],
  new RawJson('1.0'),
  new RawJson('1e2'),
  new RawJson('-0'),
  new RawJson('100000000000000000000'),
  { '': 1, 'a.b': 2, $set: 3, 10: 'x', 9: 'y' },
  '\u2028\u0001',
];

/** Values of every kind of JSON, for columns of any type. */
const ANY_KIND: Choices = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'abc',
  [],
  {},
  [[]],
  { id: 1 },
  [null],
  new RawJson('1e400'),
  new RawJson('-0'),
  new RawJson('123456789012345678901234567890'),
  new RawJson('0.1e-500'),
  new RawJson('"\\ud800"'),
  new RawJson('"\\u0000"'),
  '2026-02-30',
  'x'.repeat(300),
];
