import { BadRequestException, parseTemplate, shapeOf, UnprocessableEntityException } from '../../../lib/core';
import { formatCookie, readCookie } from '../../../lib/core/http/cookie';
import { fromInstance, toInstance } from '../../../lib/core/http/plain-instance';
import { readQuery } from '../../../lib/core/http/query';

describe('A query', () => {
  it('returns the values of each name in the order sent', () => {
    const query = readQuery('b=2&a=x%20y+z&b=1&c&=d&&total[gte]=10');

    expect({ ...query }).toEqual({ b: ['2', '1'], a: ['x y z'], c: [''], '': ['d'], 'total[gte]': ['10'] });
    expect(Object.getPrototypeOf(query)).toBeNull();
  });

  it.each([
    ['a=%zz', 'a'],
    ['b=1&a%20b=%ff', 'a b'],
    ['%zz', '%zz'],
    ['%c3=1', '%c3'],
  ])('is rejected with 400, naming the parameter, if it is not percent-encoded UTF-8: %s', (query, parameter) => {
    const read = () => readQuery(query);

    expect(read).toThrow(BadRequestException);
    expect(read).toThrow(`The query parameter "${parameter}" is not percent-encoded UTF-8.`);
  });
});

describe('A cookie', () => {
  it('is read back as set', () => {
    const header = formatCookie('sid', 'a b;ü', { maxAgeMs: 90_500, secure: true, sameSite: 'strict', path: '/x' });

    expect(header).toBe('sid=a%20b%3B%C3%BC; Path=/x; Max-Age=90; HttpOnly; Secure; SameSite=Strict');
    expect(readCookie(`other=1; ${header}`, 'sid')).toBe('a b;ü');
    expect(readCookie('xsid=1', 'sid')).toBeUndefined();
  });

  it('cannot inject attributes', () => {
    expect(() => formatCookie('a', 'b', { path: '/; Domain=evil' })).toThrow(TypeError);
    expect(() => formatCookie('a;b', 'c')).toThrow(TypeError);
  });
});

describe('A path template', () => {
  it('consists of literals and parameters', () => {
    expect(parseTemplate('/orders/{order_id}/größe')).toEqual([
      { literal: 'orders' },
      { parameter: 'order_id' },
      { literal: 'gr%C3%B6%C3%9Fe' },
    ]);
    expect(shapeOf('/orders/{id}')).toBe(shapeOf('/orders/{order_id}'));
  });

  it.each(['orders', '/orders/', '/a//b', '/{a}/{a}', '/x{a}', '/{a b}', '/a?b'])('cannot be "%s"', (template) => {
    expect(() => parseTemplate(template)).toThrow(template);
  });
});

describe('getContentAs', () => {
  class Address {
    street = '';
    readonly country = 'DE';
    get label() {
      return `${this.street}, ${this.country}`;
    }
    print() {
      return this.label;
    }
  }

  it('returns an instance with camelCase properties, which is written in snake_case', () => {
    class Person {
      firstName = '';
      age = 18;
      homeTowns: object[] = [];
    }

    const person = toInstance(Person, { first_name: 'Ada', home_towns: [{ zip_code: '1' }] });

    expect(person).toBeInstanceOf(Person);
    expect(person).toEqual({ firstName: 'Ada', age: 18, homeTowns: [{ zipCode: '1' }] });
    expect(fromInstance(person)).toEqual({ first_name: 'Ada', age: 18, home_towns: [{ zip_code: '1' }] });
  });

  it.each(['print', 'label', 'constructor', 'to_string', '__proto__'])('rejects the field %s with 422', (field) => {
    const content = JSON.parse(`{"${field}": "x"}`);

    expect(() => toInstance(Address, content)).toThrow(UnprocessableEntityException);
  });

  it('rejects a body of another type with 400', () => {
    expect(() => toInstance(Address, ['x'])).toThrow(BadRequestException);
    expect(() => toInstance(Array, {})).toThrow(BadRequestException);
    expect(() => toInstance(Number, '7')).toThrow(BadRequestException);
    expect(toInstance(String, 'x')).toBe('x');
  });

  it('returns plain objects, which are written unchanged', () => {
    const content = { camelCase: 1 };

    expect(fromInstance(content)).toBe(content);
    expect(fromInstance(new Map([['camelCase', content]]))).toEqual({ camelCase: { camel_case: 1 } });
  });
});
