import { pluralize, singularize } from '../../lib/naming';
import { NOUNS } from '../support/nouns';

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

  it('know over 1,500 nouns of domains both ways, and leave each form that is asked for as it is', () => {
    const wrong = NOUNS.filter(
      ([singular, plural]) =>
        pluralize(singular) !== plural ||
        singularize(plural) !== singular ||
        pluralize(plural) !== plural ||
        singularize(singular) !== singular,
    );

    expect(NOUNS.length).toBeGreaterThan(1500);
    expect(wrong).toEqual([]);
  });

  it('know them as the last word of a class and of a wire name, too', () => {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const wrong = NOUNS.filter(
      ([singular, plural]) =>
        pluralize(`Old${capital(singular)}`) !== `Old${capital(plural)}` ||
        singularize(`old_${plural}`) !== `old_${singular}`,
    );

    expect(wrong).toEqual([]);
  });

  it.each([
    ['staff', 'staff'],
    ['police', 'police'],
    ['leaf', 'leaves'],
    ['loaf', 'loaves'],
    ['hero', 'heroes'],
    ['alumnus', 'alumni'],
    ['tooth', 'teeth'],
    ['customerURL', 'customerURLs'],
    ['gpu', 'gpus'],
    ['sku', 'skus'],
    ['größe', 'größes'],
  ])('lead from %s to %s and back, neither to a second plural', (singular, plural) => {
    expect(pluralize(singular)).toBe(plural);
    expect(pluralize(plural)).toBe(plural);
    expect(singularize(plural)).toBe(singular);
  });

  it('take the commoner of two singulars with one plural', () => {
    expect([singularize('bases'), singularize('axes'), singularize('lives')]).toEqual(['base', 'axis', 'life']);
    expect([pluralize('basis'), singularize('basis')]).toEqual(['bases', 'basis']);
  });

  it('return an empty name as it is', () => {
    expect(pluralize('')).toBe('');
    expect(singularize('')).toBe('');
  });
});
