import { nearestFirst } from '../../lib/naming';

describe('nearestFirst', () => {
  it('puts the name first that was probably meant: the nearest, or one that has it as a part', () => {
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'orderitms')).toEqual(['orderItems', 'payments', 'notes']);
    expect(nearestFirst(['payments', 'orderItems', 'notes'], 'items')).toEqual(['orderItems', 'payments', 'notes']);
  });

  it('leaves the names in their order where none is near', () => {
    expect(nearestFirst(['payments', 'orderItems'], 'wheels')).toEqual(['payments', 'orderItems']);
  });
});
