import { literalName } from '../../lib/naming';

describe('literalName', () => {
  it.each([
    ['orderItems', 'order_items'],
    ['customerURL', 'customer_url'],
    ['größeMax', 'größe_max'],
    ['code', 'code'],
  ])('makes snake_case of a camelCase identifier: %s → %s', (key, name) => {
    expect(literalName(key)).toBe(name);
  });

  it.each([
    'SKU-A',
    '2024-01',
    'Some Key',
    'PascalCase',
    'snake_case',
    'with.dotInIt',
    '$ref',
    '_hidden',
    '',
    'a b',
    'SKU',
  ])('leaves any other key as it is: "%s"', (key) => {
    expect(literalName(key)).toBe(key);
  });
});
