import { BadRequestException, JsonSerializer, UnsupportedMediaTypeException } from '../../../lib/core';
import { ExactNumber } from '../../../lib/values';

const JSON_TYPE = { name: 'application/json', parameters: {} };

function read(text: string | Buffer, parameters: Record<string, string> = {}): unknown {
  return new JsonSerializer().read(Buffer.from(text as string), { ...JSON_TYPE, parameters });
}

describe('JsonSerializer', () => {
  it('reads numbers that a double cannot represent as exact numbers', () => {
    const content = read('[9007199254740993, 0.1000000000000000055, 1e400, -12345678901234567890.5]');

    expect(content).toEqual([
      new ExactNumber('9007199254740993'),
      new ExactNumber('0.1000000000000000055'),
      new ExactNumber('1e400'),
      new ExactNumber('-12345678901234567890.5'),
    ]);
  });

  it('reads numbers that a double represents as numbers, in any notation', () => {
    expect(read('[0.1, 1.50, 1e2, 100000000000000000000, -0, 0.000, 12345678901234.5]')).toEqual([
      0.1, 1.5, 100, 1e20, -0, 0, 12345678901234.5,
    ]);
  });

  it('ignores digits inside of texts', () => {
    expect(read('{"a": "9007199254740993", "b\\"9007199254740993": 1}')).toEqual({
      a: '9007199254740993',
      'b"9007199254740993': 1,
    });
  });

  it.each([
    ['a duplicate key', '{"a": 1, "b": {"a": 2}, "a": 1}', /"a" occurs twice, at position 24/],
    ['a duplicate key that is escaped', '{"a": 1, "\\u0061": 2}', /"a" occurs twice/],
    ['__proto__', '{"a": {"__proto__": {"x": 1}}}', /"__proto__"/],
    ['constructor', '[{"constructor": {}}]', /"constructor"/],
    ['more than 100 levels', `${'['.repeat(101)}${']'.repeat(101)}`, /100 levels/],
    ['NaN', '{"a": NaN}', /position 6/],
    ['Infinity', '[-Infinity]', /JSON/],
    ['a comma at the end', '[1,]', /position 3/],
    ['a text that ends early', '{"a": "b', /position 8/],
    ['a hundred thousand open brackets', '['.repeat(100_000), /JSON/],
  ])('rejects %s with 400', (_, text, message) => {
    expect(() => read(text)).toThrow(BadRequestException);
    expect(() => read(text)).toThrow(message);
  });

  it('accepts 100 levels, and the same key in different objects', () => {
    const levels = `${'['.repeat(100)}${']'.repeat(100)}`;

    expect(() => read(levels)).not.toThrow();
    expect(read('[{"a":1},{"a":{"a":1}}]')).toEqual([{ a: 1 }, { a: { a: 1 } }]);
  });

  it('accepts UTF-8 only', () => {
    expect(() => read(Buffer.from([0x22, 0xff, 0x22]))).toThrow(BadRequestException);
    expect(() => read('"a"', { charset: 'latin1' })).toThrow(UnsupportedMediaTypeException);
    expect(read('\ufeff"é"', { charset: 'UTF-8' })).toBe('é');
  });

  it('rejects a megabyte of zeros or quotes in linear time', () => {
    const start = Date.now();

    expect(() => read(`[1${'0'.repeat(1_000_000)}1]`)).not.toThrow();
    expect(() => read(`"${'\\"'.repeat(500_000)}`)).toThrow(BadRequestException);
    expect(Date.now() - start).toBeLessThan(2000);
  });

  it('writes an unsafe integer as text, like exact numbers', () => {
    const content = { a: 7n, b: 9007199254740993n, c: new ExactNumber('1e400'), d: new Date(0) };

    expect(new JsonSerializer().write(content)).toBe(
      '{"a":7,"b":"9007199254740993","c":"1e400","d":"1970-01-01T00:00:00.000Z"}',
    );
  });
});
