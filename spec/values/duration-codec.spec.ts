import { codecOf, type FieldType } from '../../lib/values';

const SECONDS: FieldType = { kind: 'duration', unit: 'seconds', max: 2n ** 31n - 1n };
const MILLIS: FieldType = { kind: 'duration', unit: 'milliseconds', max: 2n ** 63n - 1n };

describe('Durations from JSON', () => {
  it.each<[string, FieldType, number | string]>([
    ['PT0S', SECONDS, 0],
    ['P0D', SECONDS, 0],
    ['PT1H30M', SECONDS, 5400],
    ['P1DT2H3M4S', SECONDS, 93_784],
    ['P2W', SECONDS, 1_209_600],
    ['PT000090M', SECONDS, 5400],
    ['PT1.000S', SECONDS, 1],
    ['PT1.25S', MILLIS, 1250],
    ['PT0.0010S', MILLIS, 1],
    ['PT9007199254740.991S', MILLIS, Number.MAX_SAFE_INTEGER],
    ['PT9007199254740.993S', MILLIS, '9007199254740993'],
  ])('reads %s', (text, type, value) => {
    expect(codecOf(type).read(text)).toEqual({ value });
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    'PT1',
    'P1H',
    'PT1D',
    'P1WT1H',
    'P1W1D',
    'PT1M1H',
    'PT1.S',
    'PT.5S',
    'PT0.5H',
    'p1d',
  ])('rejects the form of "%s"', (text) =>
    expect(codecOf(SECONDS).read(text)).toEqual({ problem: 'must be a duration such as PT1H30M' }),
  );

  it.each([' PT1H', 'PT1H\n', 'P+1D', 'PT١H', '--PT1S', `PT${'0'.repeat(64)}1S`, 60, true, ['PT1H'], {}])(
    'refuses %j for its form',
    (json) => expect(codecOf(SECONDS).read(json)).toEqual({ problem: 'must be a duration such as PT1H30M' }),
  );

  it.each<[string, FieldType, string]>([
    ['P1Y', SECONDS, 'must not have years or months, which differ in length: write days, such as P30D'],
    ['P1M', SECONDS, 'must not have years or months, which differ in length: write days, such as P30D'],
    ['-PT1H', SECONDS, 'must not be negative'],
    ['PT1.5S', SECONDS, 'must not have fractions of a second'],
    ['PT1.0005S', MILLIS, 'must not have more than 3 decimals of a second'],
    ['PT2147483648S', SECONDS, 'must not be longer than P24855DT3H14M7S'],
    [`P${'9'.repeat(60)}D`, MILLIS, 'must not be longer than P106751991167DT7H12M55.807S'],
  ])('rejects %s', (text, type, problem) => {
    expect(codecOf(type).read(text)).toEqual({ problem });
  });

  it('reads negative durations for signed columns', () => {
    expect(codecOf({ ...SECONDS, isSigned: true }).read('-PT1M')).toEqual({ value: -60 });
  });
});

describe('Durations to JSON', () => {
  it.each<[string, FieldType, unknown]>([
    ['PT0S', SECONDS, 0],
    ['PT59S', SECONDS, 59],
    ['PT1M', SECONDS, 60],
    ['PT1H30S', SECONDS, 3630],
    ['P1D', SECONDS, 86_400],
    ['P1DT12H', SECONDS, '129600'],
    ['-PT1M', SECONDS, -60],
    ['PT0S', MILLIS, 0],
    ['PT0.05S', MILLIS, 50],
    ['PT1M0.001S', MILLIS, 60_001],
    ['P106751991167DT7H12M55.807S', MILLIS, '9223372036854775807'],
    ['-PT0.5S', MILLIS, -500],
  ])('writes %s', (text, type, value) => {
    expect(codecOf(type).write(value)).toBe(text);
  });
});
