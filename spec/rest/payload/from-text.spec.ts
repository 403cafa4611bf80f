import { BadRequestException } from '../../../lib/core';
import { fromText, isTextFormat } from '../../../lib/rest/payload/from-text';
import { codecOf, ExactNumber, type FieldType } from '../../../lib/values';

const INT: FieldType = { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n };

describe('the values of text formats', () => {
  it.each<[FieldType, string, unknown]>([
    [INT, '7', 7],
    [INT, '9223372036854775807', '9223372036854775807'],
    [{ kind: 'float', isSingle: false, isUnsigned: false }, '1.5', 1.5],
    [{ kind: 'boolean' }, 'false', false],
    [{ kind: 'json' }, '{"a":1}', { a: 1 }],
    [{ kind: 'json' }, 'plain', 'plain'],
    [{ kind: 'string', maxLength: 9 }, '7', '7'],
    [{ kind: 'decimal', precision: 10, scale: 2, isUnsigned: false }, '1.5', '1.50'],
  ])('are converted by the type of their column: %j, %j becomes %j', (type, text, value) => {
    expect(codecOf(type).read(fromText(type, text))).toEqual({ value });
  });

  it.each(['x', '1x', '0x1', ' 1', '1e999', ''])('are rejected if malformed, and null if empty: %j', (text) => {
    const json = fromText(INT, text);

    expect(json === null || 'problem' in codecOf(INT).read(json)).toBe(true);
    expect(json === null).toBe(text === '');
  });

  it('contain JSON that follows the rules of JSON bodies', () => {
    const json: FieldType = { kind: 'json' };

    for (const text of ['{"__proto__":1}', '{"a":1,"a":2}', '['.repeat(101) + ']'.repeat(101)]) {
      expect(() => fromText(json, text)).toThrow(BadRequestException);
    }
    expect(fromText(json, '[9007199254740993]')).toEqual([new ExactNumber('9007199254740993')]);
    expect(fromText(json, '['.repeat(100_000))).toBe('['.repeat(100_000));
  });

  it('occur in XML, CSV and forms', () => {
    const formats = ['application/xml', 'text/csv', 'application/x-www-form-urlencoded', 'application/atom+xml'];

    expect(formats.every(isTextFormat)).toBe(true);
    expect(['application/json', 'application/yaml', 'text/plain', undefined].some(isTextFormat)).toBe(false);
  });
});
