import { wordsFor } from '../../lib/naming';

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
