import { nearestFirst } from '../../lib/naming';

describe('nearestFirst', () => {
  it('puts the name first that was probably meant: a similar one, or one that contains it', () => {
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'orderitms')).toEqual(['orderItems', 'payments', 'notes']);
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'items')).toEqual(['orderItems', 'payments', 'notes']);
  });

  it('keeps the order if no name is similar', () => {
    expect(nearestFirst(['payments', 'orderItems'], 'wheels')).toEqual(['payments', 'orderItems']);
  });
});
