import { isInPackages } from '../../../lib/cli/generated-tests/is-in-packages';

describe('isInPackages()', () => {
  const file = '/project/src/domain/sales/order.ts';

  it.each([
    [['domain'], true],
    [['domain.sales'], true],
    [['domain/sales'], true],
    [['sales'], true],
    [['stock', 'sales'], true],
    [[], true],
    [['sale'], false],
    [['src'], false],
    [['domain/sales/order'], false],
    [['sales.domain'], false],
  ])('compares whole names of folders below the modules: %j', (packages, isIn) => {
    expect(isInPackages(file, packages, '/project/src')).toBe(isIn);
  });

  it('is false for a class of unknown source, unless all packages are tested', () => {
    expect(isInPackages(undefined, ['domain'], '/project/src')).toBe(false);
    expect(isInPackages(undefined, [], '/project/src')).toBe(true);
  });
});
