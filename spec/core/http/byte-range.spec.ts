import { byteRange } from '../../../lib/core';

describe('byteRange', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=3-', { first: 3, last: 9 }],
    ['BYTES=3-5', { first: 3, last: 5 }],
    ['bytes=3-99', { first: 3, last: 9 }],
    ['bytes=-4', { first: 6, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=-0', 'none'],
    ['bytes=10-', 'none'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    [`bytes=${'9'.repeat(16)}-`, undefined],
  ])('parses %s for ten bytes', (header, expected) => {
    expect(byteRange(header, 10)).toEqual(expected);
  });

  it('is not satisfiable for empty content', () => {
    expect(byteRange('bytes=0-', 0)).toBe('none');
    expect(byteRange('bytes=-1', 0)).toBe('none');
  });
});
