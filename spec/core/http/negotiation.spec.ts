import { parseMediaType } from '../../../lib/core/http/media-type';
import { negotiate } from '../../../lib/core/http/negotiation';

const OFFERED = ['application/json', 'text/csv', 'application/xml'];

describe('Accept', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['Application/XML', 'application/xml'],
    ['application/xml;q=0.5, text/csv;q=0.8', 'text/csv'],
    ['application/json;q=0, */*;q=0.1', 'text/csv'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'application/xml'],
    ['application/json;version=1', 'application/json'],
    ['image/png', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=x', undefined],
  ])('%s selects %s', (accept, chosen) => {
    expect(negotiate(accept, OFFERED)).toBe(chosen);
  });
});

describe('Content-Type', () => {
  it('is parsed with its parameters', () => {
    expect(parseMediaType('Text/CSV; Charset="utf-8"; header=present')).toEqual({
      name: 'text/csv',
      parameters: Object.assign(Object.create(null), { charset: 'utf-8', header: 'present' }),
    });
  });

  it.each(['', 'json', 'a/b/c', 'application/json; charset=', 'a b/c'])('cannot be "%s"', (header) => {
    expect(parseMediaType(header)).toBeUndefined();
  });
});
