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
    ['portOfCall', 'portsOfCall'],
    ['UnitOfMeasure', 'UnitsOfMeasure'],
    ['point_of_sale', 'points_of_sale'],
    ['PointOfSaleTerminal', 'PointOfSaleTerminals'],
    ['checkIn', 'checkIns'],
    ['LogInEvent', 'LogInEvents'],
    ['outOfOffice', 'outOfOffices'],
  ])('convert %s to %s and back', (singular, plural) => {
    expect(pluralize(singular)).toBe(plural);
    expect(singularize(plural)).toBe(singular);
  });

  it.each(['equipment', 'news', 'information', 'series'])('do not change %s, which has no plural', (word) => {
    expect(pluralize(word)).toBe(word);
    expect(singularize(word)).toBe(word);
  });

  it.each([
    ...['orders', 'people', 'order_items', 'addresses', 'taxis'],
    ...['portsOfCall', 'billsOfMaterials', 'BillOfMaterials', 'portOfCalls', 'goodsInLists'],
  ])('do not pluralize %s again', (plural) => {
    expect(pluralize(plural)).toBe(plural);
  });

  it('inflect the last word of other compounds', () => {
    expect(pluralize('GoodsInList')).toBe('GoodsInLists');
    expect(singularize('goodsInLists')).toBe('goodsInList');
  });

  it.each([
    ['itemsToShip', 'itemToShip'],
    ['orders_by_customer', 'order_by_customer'],
    ['daysOff', 'dayOff'],
    ['billsOfMaterials', 'billOfMaterials'],
    ['portOfCalls', 'portOfCall'],
    ['addressInUse', 'addressInUse'],
    ['of', 'of'],
  ])('find the singular of the noun in %s', (plural, singular) => {
    expect(singularize(plural)).toBe(singular);
  });

  it.each(['address', 'status', 'order_item', 'Gas', 'travelAtlas'])(
    'do not take the end of the singular %s away',
    (singular) => {
      expect(singularize(singular)).toBe(singular);
    },
  );

  it('inflect over 1,600 nouns in both directions, and do not change a form that fits already', () => {
    const wrong = NOUNS.filter(
      ([singular, plural]) =>
        pluralize(singular) !== plural ||
        singularize(plural) !== singular ||
        pluralize(plural) !== plural ||
        singularize(singular) !== singular,
    );

    expect(NOUNS.length).toBeGreaterThan(1600);
    expect(wrong).toEqual([]);
  });

  it('inflect the last word of class names and wire names', () => {
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
  ])('convert %s to %s and back, and do not pluralize twice', (singular, plural) => {
    expect(pluralize(singular)).toBe(plural);
    expect(pluralize(plural)).toBe(plural);
    expect(singularize(plural)).toBe(singular);
  });

  it('return the more common of two singulars', () => {
    expect([singularize('bases'), singularize('axes'), singularize('lives')]).toEqual(['base', 'axis', 'life']);
    expect([pluralize('basis'), singularize('basis')]).toEqual(['bases', 'basis']);
  });

  it('return an empty name unchanged', () => {
    expect(pluralize('')).toBe('');
    expect(singularize('')).toBe('');
  });
});
