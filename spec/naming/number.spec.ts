import { pluralize, singularize } from '../../lib/naming';

describe('pluralize and singularize', () => {
  it.each([
    ['order', 'orders'],
    ['Category', 'Categories'],
    ['Person', 'People'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['child', 'children'],
    ['analysis', 'analyses'],
    ['bus', 'buses'],
    ['slice', 'slices'],
    ['Focus', 'Focuses'],
    ['pizza_slice', 'pizza_slices'],
    ['contactLens', 'contactLenses'],
    ['status', 'statuses'],
    ['shopping_cart', 'shopping_carts'],
    ['orderItem', 'orderItems'],
    ['OrderStatus', 'OrderStatuses'],
    ['bank_address', 'bank_addresses'],
    ['salesPerson', 'salesPeople'],
  ])('lead from %s to %s and back', (singular, plural) => {
    expect(pluralize(singular)).toBe(plural);
    expect(singularize(plural)).toBe(singular);
  });

  it.each(['equipment', 'news', 'information', 'series'])('leave %s, which has no plural of its own', (word) => {
    expect(pluralize(word)).toBe(word);
    expect(singularize(word)).toBe(word);
  });

  it.each(['orders', 'people', 'order_items', 'addresses', 'taxis'])('do not make a second plural of %s', (plural) => {
    expect(pluralize(plural)).toBe(plural);
  });

  it.each(['address', 'status', 'order_item', 'Gas', 'travelAtlas'])(
    'do not take the end of the singular %s away',
    (singular) => {
      expect(singularize(singular)).toBe(singular);
    },
  );

  it('return an empty name as it is', () => {
    expect(pluralize('')).toBe('');
    expect(singularize('')).toBe('');
  });
});
