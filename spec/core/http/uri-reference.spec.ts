import { uriReference } from '../../../lib/core/http/uri-reference';

describe('The path of a request as a URI reference', () => {
  it.each([
    ['/orders/1', '/orders/1'],
    ['/orders/1,2;a=b/@x:y', '/orders/1,2;a=b/@x:y'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/caf\u00c3\u00a9', '/caf%C3%A9'],
    ['/a b<c>"{|}\\^`[x]#', '/a%20b%3Cc%3E%22%7B%7C%7D%5C%5E%60%5Bx%5D%23'],
    ['/50%', '/50%25'],
    ['/%zz%4', '/%25zz%254'],
    ['//example.org/x', '/.//example.org/x'],
    ['example.org:443', 'example.org%3A443'],
    ['*', '*'],
    ['/\ud800', '/%EF%BF%BD'],
    ['', ''],
  ])('%j is %s', (path, reference) => {
    expect(uriReference(path)).toBe(reference);
    expect(new URL(reference, 'http://localhost/a').host).toBe('localhost');
  });
});
