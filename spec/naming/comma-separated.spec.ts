import { commaSeparated } from '../../lib/naming';

describe('commaSeparated', () => {
  it.each<[unknown, readonly string[]]>([
    ['orders.read, orders.create', ['orders.read', 'orders.create']],
    [
      ['orders.read', ' orders.create '],
      ['orders.read', 'orders.create'],
    ],
    [' , ', []],
    [[], []],
    [true, []],
    [undefined, []],
  ])('reads the names in %j', (value, names) => {
    expect(commaSeparated(value)).toEqual(names);
  });
});
