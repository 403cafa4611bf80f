import type { Request } from '../../lib/core';
import { describePermissions, grant, rightsFor, rightsOf } from '../../lib/security/rights';

const KIM = { name: 'kim', roles: [], permissions: new Set<string>(), claims: {} };
const rights = rightsFor(KIM, 'Basic', (_, needed) => needed.every((permission) => permission === 'orders.read'));

describe('The rights of a request', () => {
  it.each([
    ['nothing', [], true],
    ['a permission that the principal has', ['orders.read'], true],
    ['a permission that the principal lacks', ['orders.write'], false],
    ['several, of which the principal lacks one', ['orders.read', 'orders.write'], false],
  ])('permit what needs %s: %j', (_, needed, isPermitted) => {
    expect(rights.permits(needed)).toBe(isPermitted);
    expect(rights.denial(needed, 'It') === undefined).toBe(isPermitted);
  });

  it('name the missing permissions in a 403, and what requires them', () => {
    expect(() => rights.require(['orders.write'], 'The parameter "include"')).toThrow(
      expect.objectContaining({
        status: 403,
        message: 'The parameter "include" requires the permission "orders.write".',
      }),
    );
  });

  it('ask for credentials with 401 and a challenge when nobody is authenticated', () => {
    const anonymous = rightsFor(undefined, 'Basic realm="shop"', () => true);

    expect(anonymous.permits(['orders.read'])).toBe(false);
    expect(() => anonymous.require(['orders.read'], 'GET /orders')).toThrow(
      expect.objectContaining({
        status: 401,
        message: 'GET /orders requires credentials.',
        headers: { 'WWW-Authenticate': 'Basic realm="shop"' },
      }),
    );
  });

  it('permit only what requires no permission until a guard has granted them', () => {
    const request = { attributes: new Map() } as unknown as Request;
    expect([rightsOf(request).permits([]), rightsOf(request).permits(['orders.read'])]).toEqual([true, false]);

    grant(request, rights);

    expect(rightsOf(request)).toBe(rights);
  });
});

describe('describePermissions()', () => {
  it.each([
    [['a'], 'the permission "a"'],
    [['a', 'a'], 'the permission "a"'],
    [['a', 'b'], 'the permissions "a" and "b"'],
    [['a', 'b', 'c'], 'the permissions "a", "b" and "c"'],
  ])('lists %j as %s', (permissions, text) => {
    expect(describePermissions(permissions)).toBe(text);
  });
});
