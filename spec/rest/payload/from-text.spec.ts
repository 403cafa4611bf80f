import { BadRequestException } from '../../../lib/core';
import { fromText, isTextFormat } from '../../../lib/rest/payload/from-text';
import { codecOf, ExactNumber, type FieldType } from '../../../lib/values';

const INT: FieldType = { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n };

describe('fromText', () => {
  it.each<[FieldType, string, unknown]>([
    [INT, '7', 7],
    [INT, '9223372036854775807', '9223372036854775807'],
    [{ kind: 'float', isSingle: false, isUnsigned: false }, '1.5', 1.5],
    [{ kind: 'boolean' }, 'false', false],
    [{ kind: 'json' }, '{"a":1}', { a: 1 }],
    [{ kind: 'json' }, 'plain', 'plain'],
    [{ kind: 'string', maxLength: 9 }, '7', '7'],
    [{ kind: 'decimal', precision: 10, scale: 2, isUnsigned: false }, '1.5', '1.50'],
  ])('converts text by the type of the column: for %j, %j becomes %j', (type, text, value) => {
    expect(codecOf(type).read(fromText(type, text))).toEqual({ value });
  });

  it.each(['x', '1x', '0x1', ' 1', '1e999'])(
    'leaves malformed text to the codec of the column, which rejects it: %j',
    (text) => {
      const json = fromText(INT, text);

      expect(json).not.toBeNull();
      expect(codecOf(INT).read(json)).toHaveProperty('problem');
    },
  );

  it('reads empty text as null', () => {
    expect(fromText(INT, '')).toBeNull();
  });

  it('applies the rules of JSON bodies to the text of a JSON column', () => {
    const json: FieldType = { kind: 'json' };

    for (const text of ['{"__proto__":1}', '{"a":1,"a":2}', '['.repeat(101) + ']'.repeat(101)]) {
      expect(() => fromText(json, text)).toThrow(BadRequestException);
    }
    expect(fromText(json, '[9007199254740993]')).toEqual([new ExactNumber('9007199254740993')]);
    expect(fromText(json, '['.repeat(100_000))).toBe('['.repeat(100_000));
  });
});

describe('isTextFormat', () => {
  it('is true for XML, CSV and forms', () => {
    const formats = ['application/xml', 'text/csv', 'application/x-www-form-urlencoded', 'application/atom+xml'];

    expect(formats.every(isTextFormat)).toBe(true);
    expect(['application/json', 'application/yaml', 'text/plain', undefined].some(isTextFormat)).toBe(false);
  });
});
