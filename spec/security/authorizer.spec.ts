import type { Principal } from '../../lib/core';
import { Authorizer, type Identity } from '../../lib/security';

const permissionsOf = async (authorizer: Authorizer, identity: Partial<Identity>) =>
  [...(await authorizer.principalOf({ name: 'ada', ...identity })).permissions].sort();

describe('Authorizer', () => {
  const table = { clerk: ['orders.read', 'orders.create'], packer: ['orders.read', 'orders.ship'] };

  it('combines the permissions of all roles with those of the identity', async () => {
    const authorizer = new Authorizer(table);

    expect(await permissionsOf(authorizer, { roles: ['clerk', 'packer'], permissions: ['audit'] })).toEqual([
      'audit',
      'authenticated',
      'orders.create',
      'orders.read',
      'orders.ship',
    ]);
  });

  it('grants only "authenticated" for an unknown role', async () => {
    for (const role of ['boss', '__proto__', 'constructor', 'toString', '']) {
      expect(await permissionsOf(new Authorizer(table), { roles: [role] })).toEqual(['authenticated']);
    }
    expect(await permissionsOf(new Authorizer(), { roles: ['clerk'] })).toEqual(['authenticated']);
  });

  it('takes permissions from an async function', async () => {
    const byClaim = new Authorizer(async (roles, { claims }) => [...roles, String(claims?.tenant)]);

    expect(await permissionsOf(byClaim, { roles: ['a'], claims: { tenant: 'blue' } })).toEqual([
      'a',
      'authenticated',
      'blue',
    ]);
  });

  it('adds the permissions of a role store', async () => {
    const store = { permissionsOf: async (roles: readonly string[]) => roles.map((role) => `${role}.stored`) };

    expect(await permissionsOf(new Authorizer(table, store), { roles: ['packer'] })).toEqual([
      'authenticated',
      'orders.read',
      'orders.ship',
      'packer.stored',
    ]);
  });

  it('requires all of the permissions', async () => {
    const authorizer = new Authorizer(table);
    const principal = await authorizer.principalOf({ name: 'ada', roles: ['clerk'] });

    expect(authorizer.isPermitted(principal, ['orders.read', 'orders.create'])).toBe(true);
    expect(authorizer.isPermitted(principal, ['orders.read', 'orders.ship'])).toBe(false);
    expect(authorizer.isPermitted(principal, [])).toBe(true);
  });

  it('compares names exactly unless a subclass overrides isPermitted', async () => {
    class ByPattern extends Authorizer {
      override isPermitted({ permissions }: Principal, required: readonly string[]): boolean {
        return required.every((name) => permissions.has(`${name.split('.')[0]}.*`));
      }
    }
    const roles = { clerk: ['orders.*'] };
    const principal = await new Authorizer(roles).principalOf({ name: 'ada', roles: ['clerk'] });

    expect(new Authorizer(roles).isPermitted(principal, ['orders.read'])).toBe(false);
    expect(new ByPattern(roles).isPermitted(principal, ['orders.read'])).toBe(true);
    expect(new ByPattern(roles).isPermitted(principal, ['items.read'])).toBe(false);
  });
});
