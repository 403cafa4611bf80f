import { codecOf, ExactNumber, type FieldType } from '../../lib/values';

const INT: FieldType = { kind: 'integer', min: -(2n ** 31n), max: 2n ** 31n - 1n };
const BIGINT: FieldType = { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n };
const MONEY: FieldType = { kind: 'decimal', precision: 10, scale: 2, isUnsigned: false };
const SECONDS: FieldType = { kind: 'datetime', precision: 0 };
const MILLIS: FieldType = { kind: 'datetime', precision: 3 };
const MICROS: FieldType = { kind: 'datetime', precision: 6 };

describe('Values from JSON', () => {
  it.each<[string, FieldType, unknown, unknown]>([
    ['text of as many characters as the column has', { kind: 'string', maxLength: 2 }, '😀é', '😀é'],
    ['an integer', INT, 7, 7],
    ['an integer written as 1e3', INT, 1000, 1000],
    ['a big integer as text', BIGINT, '9223372036854775807', '9223372036854775807'],
    ['a big integer as a number', BIGINT, new ExactNumber('9223372036854775807'), '9223372036854775807'],
    ['a decimal as text', MONEY, '10.5', '10.50'],
    ['a decimal as a number', MONEY, 10.5, '10.50'],
    ['a decimal with zeros that say nothing', MONEY, '0010.500', '10.50'],
    ['a decimal with an exponent', MONEY, new ExactNumber('1.05e1'), '10.50'],
    ['minus zero', MONEY, '-0.00', '0.00'],
    ['the widest decimal', MONEY, '99999999.99', '99999999.99'],
    ['a boolean', { kind: 'boolean' }, false, false],
    ['a time stamp in another zone', SECONDS, '2026-01-31T10:00:00+02:00', new Date('2026-01-31T08:00:00Z')],
    ['zeros behind the second', SECONDS, '2026-01-31T08:00:00.000Z', new Date('2026-01-31T08:00:00Z')],
    ['a leap day', { kind: 'date' }, '2024-02-29', '2024-02-29'],
    ['a time of day', { kind: 'time' }, '23:59:59', '23:59:59'],
    ['a value of an enum', { kind: 'enum', values: ['a', 'b'] }, 'b', 'b'],
    ['members of a set, in its order', { kind: 'set', values: ['a', 'b', 'c'] }, ['c', 'a'], ['a', 'c']],
    ['no member of a set', { kind: 'set', values: ['a', 'b'] }, [], []],
    ['any JSON', { kind: 'json' }, { a: [1, null] }, { a: [1, null] }],
  ])('reads %s', (_, type, json, value) => {
    expect(codecOf(type).read(json)).toEqual({ value });
  });

  it.each<[string, FieldType, unknown, string]>([
    ['text that is too long', { kind: 'string', maxLength: 2 }, 'abc', 'must not be longer than 2 characters'],
    ['text of too many bytes', { kind: 'text', maxBytes: 3 }, 'éé', 'must not be longer than 3 bytes'],
    [
      'a blank at the end of a CHAR',
      { kind: 'string', maxLength: 4, isPadded: true },
      'a ',
      'must not end with a blank',
    ],
    ['a number for text', { kind: 'string', maxLength: 2 }, 1, 'must be text'],
    ['half a character', { kind: 'string', maxLength: 9 }, '\ud83d', 'must be valid Unicode text'],
    ['a NUL character', { kind: 'string', maxLength: 9 }, 'a\0', 'must not contain the character U+0000'],
    ['text for an integer', INT, '7', 'must be a whole number from -2147483648 to 2147483647'],
    ['an integer out of range', INT, 2147483648, 'must be a whole number from -2147483648 to 2147483647'],
    ['a fraction', INT, 1.5, 'must be a whole number from -2147483648 to 2147483647'],
    ['true for an integer', INT, true, 'must be a whole number from -2147483648 to 2147483647'],
    ['too many decimals', MONEY, 1.005, 'must be a decimal number with at most 8 digits before and 2 after the point'],
    [
      'too many digits',
      MONEY,
      '100000000',
      'must be a decimal number with at most 8 digits before and 2 after the point',
    ],
    ['a huge number', MONEY, 1e40, 'must be a decimal number with at most 8 digits before and 2 after the point'],
    [
      'a huge exponent',
      MONEY,
      new ExactNumber('1e999999999'),
      'must be a decimal number with at most 8 digits before and 2 after the point',
    ],
    ['a boolean as text', { kind: 'boolean' }, 'true', 'must be true or false'],
    [
      'a day that does not exist',
      MILLIS,
      '2026-02-30T00:00:00Z',
      'must be a date and time such as 2026-01-31T08:30:00Z',
    ],
    ['a time without a zone', MILLIS, '2026-02-03T00:00:00', 'must be a date and time such as 2026-01-31T08:30:00Z'],
    ['a fraction that the column would cut', SECONDS, '2026-01-31T08:00:00.5Z', 'must not have fractions of a second'],
    [
      'a fraction that a Date would cut',
      MICROS,
      '2026-01-31T08:00:00.123456Z',
      'must not have more than 3 decimals of a second',
    ],
    ['the year zero', MILLIS, '0000-01-01T00:00:00Z', 'must lie between the years 1000 and 9999'],
    ['a date before the year 1000', { kind: 'date' }, '0999-12-31', 'must lie between the years 1000 and 9999'],
    ['a date of Feb 30', { kind: 'date' }, '2026-02-30', 'must be a date such as 2026-01-31'],
    ['an unknown enum value', { kind: 'enum', values: ['a', 'b'] }, 'c', 'must be one of a, b'],
    ['a text for a set', { kind: 'set', values: ['a', 'b'] }, 'a', 'must be a list of a, b'],
    ['an unknown member', { kind: 'set', values: ['a', 'b'] }, ['a', 'c'], 'must contain no other values than a, b'],
    ['a member that is given twice', { kind: 'set', values: ['a', 'b'] }, ['a', 'a'], 'must contain a only once'],
    ['no UUID', { kind: 'uuid' }, 'x', 'must be a UUID'],
    ['half a character in JSON', { kind: 'json' }, { a: ['\ud800'] }, 'must contain only valid Unicode text'],
    [
      'a number that JSON columns would change',
      { kind: 'json' },
      { a: new ExactNumber('9007199254740993') },
      'has a number with more digits than JSON columns hold',
    ],
  ])('rejects %s', (_, type, json, sentence) => {
    expect(codecOf(type).read(json)).toEqual({ problem: sentence });
  });
});

describe('Values to JSON', () => {
  it.each<[string, FieldType, unknown, unknown]>([
    ['a decimal at the scale of its column', MONEY, 10.5, '10.50'],
    ['a decimal as the server has it', MONEY, '10.50', '10.50'],
    ['a big integer as text', BIGINT, '9223372036854775807', '9223372036854775807'],
    ['a big integer that a double holds as a number', BIGINT, '42', 42],
    [
      'a time stamp with the precision of its column',
      SECONDS,
      new Date('2026-01-31T08:00:00.999Z'),
      '2026-01-31T08:00:00Z',
    ],
    ['milliseconds', MILLIS, new Date('2026-01-31T08:00:00.5Z'), '2026-01-31T08:00:00.500Z'],
    ['microseconds', MICROS, new Date('2026-01-31T08:00:00.5Z'), '2026-01-31T08:00:00.500000Z'],
    ['the day of a column that holds a time, too', { kind: 'date' }, '2026-01-31 08:00:00', '2026-01-31'],
    ['the seconds of a time of day that has fractions', { kind: 'time' }, '08:30:00.250', '08:30:00'],
    ['a boolean that a driver gives as a number', { kind: 'boolean' }, 1, true],
  ])('writes %s', (_, type, value, json) => {
    expect(codecOf(type).write(value)).toEqual(json);
  });
});
