import { literalName } from '../../lib/naming';

describe('literalName', () => {
  it.each([
    ['orderItems', 'order_items'],
    ['customerURL', 'customer_url'],
    ['größeMax', 'größe_max'],
    ['code', 'code'],
  ])('converts a camelCase identifier to snake_case: %s → %s', (key, name) => {
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
  ])('does not change other keys: "%s"', (key) => {
    expect(literalName(key)).toBe(key);
  });
});
