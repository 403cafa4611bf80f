import { nearestFirst, nearestName } from '../../lib/naming';

describe('nearestName', () => {
  const known = ['readOrder', 'listOrders', 'createOrder', 'createOrderItem'];

  it.each([
    ['a letter too many', 'readOrders', 'readOrder'],
    ['a letter missing', 'lstOrders', 'listOrders'],
    ['another letter', 'readorder', 'readOrder'],
    ['two letters that changed places', 'craeteOrder', 'createOrder'],
    ['two letters missing at the end', 'createOrderIt', 'createOrder'],
  ])('corrects %s', (_, name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it('finds nothing at a distance of three, and nothing for a known name', () => {
    expect(nearestName('redOrdr', known)).toBe('readOrder');
    expect(nearestName('rdOrdr', known)).toBeUndefined();
    expect(nearestName('createOrder', known)).toBeUndefined();
    expect(nearestName('readOrder', [])).toBeUndefined();
  });
});

describe('nearestFirst', () => {
  it('puts the name first that was probably meant: a similar one, or one that contains it', () => {
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'orderitms')).toEqual(['orderItems', 'payments', 'notes']);
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'items')).toEqual(['orderItems', 'payments', 'notes']);
  });

  it('keeps the order if no name is similar', () => {
    expect(nearestFirst(['payments', 'orderItems'], 'wheels')).toEqual(['payments', 'orderItems']);
  });
});
