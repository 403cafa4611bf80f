import { joinCode, wordsFor } from '../../lib/apidocs/words';

describe('The words for a class', () => {
  it.each([
    ['OrderItem', 'an order item', 'order items'],
    ['Category', 'a category', 'categories'],
    ['User', 'a user', 'users'],
    ['Unit', 'a unit', 'units'],
    ['Umbrella', 'an umbrella', 'umbrellas'],
  ])('have an article and a plural: %s', (className, a, many) => {
    expect(wordsFor(className)).toMatchObject({ a, many });
  });
});

describe('Names in descriptions', () => {
  it.each([
    [['a'], '`a`'],
    [['a', 'b'], '`a` and `b`'],
    [['a', 'b', 'c'], '`a`, `b` and `c`'],
  ])('are joined with commas and "and": %j', (names, text) => {
    expect(joinCode(names)).toBe(text);
  });
});
