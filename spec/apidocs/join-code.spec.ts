import { joinCode } from '../../lib/apidocs/join-code';

describe('Names in descriptions', () => {
  it.each([
    [['a'], '`a`'],
    [['a', 'b'], '`a` and `b`'],
    [['a', 'b', 'c'], '`a`, `b` and `c`'],
  ])('are joined with commas and "and": %j', (names, text) => {
    expect(joinCode(names)).toBe(text);
  });
});
