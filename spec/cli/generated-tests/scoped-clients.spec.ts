import { Column, DataType, IsEmail, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import { type ScopedClients, scopedClients } from '../../../lib/cli/generated-tests/scoped-clients';
import { Scope, type ScopeRule } from '../../../lib/security';
import { IntegerColumn, StringColumn } from '../../support/columns';
import { inspectedSource } from '../../support/inspected';

/** The clients for a class with these rules. */
async function clientsFor(...rules: readonly ScopeRule[]): Promise<ScopedClients> {
  @AggregateRoot
  @Table({ tableName: 'letters' })
  class Letter extends BaseDomain {
    @StringColumn(20) declare owner: string | null;
    @Unique @StringColumn(20) declare code: string | null;
    @IsEmail @StringColumn(40) declare sender: string | null;
    @IntegerColumn declare officeId: number | null;
    @Column(DataType.ENUM('north', 'south')) declare region: string | null;
  }
  for (const rule of rules) Scope(rule)(Letter);

  const { registry } = await inspectedSource([Letter]);
  return scopedClients(registry.entities, ['letters.read', 'letters.all']);
}

const valuesIn = (values: ScopedClients['values']) =>
  [...values.values()].map((own) => Object.fromEntries([...own].map(([{ wireName }, value]) => [wireName, value])));

describe('The clients of the suites of an application with scopes', () => {
  it.each<[string, ScopeRule, object, string]>([
    ['the name', (principal) => principal !== undefined && { owner: principal.name }, { owner: 'tester' }, 'tester'],
    ['a list', (principal) => ({ owner: [String(principal?.name), 'shared'] }), { owner: 'tester' }, 'tester'],
    [
      'an address',
      (principal) => ({ sender: String(principal?.name) }),
      { sender: 'tester@example.com' },
      'tester@example.com',
    ],
    [
      'a permission to see all rows',
      (principal) => (principal?.permissions.has('letters.all') ? undefined : { owner: String(principal?.name) }),
      { owner: 'tester' },
      'tester',
    ],
  ])('have values for a rule with %s', async (_, rule, expected, name) => {
    const clients = await clientsFor(rule);

    expect(valuesIn(clients.values)).toEqual([expected]);
    expect(clients.client.name).toBe(name);
    expect(clients.unsupported.size).toBe(0);
  });

  it('have claims of the types of the fields that rules compare them with', async () => {
    const clients = await clientsFor(
      (principal) => ({ office_id: principal?.claims.office as number, region: principal?.claims.area as string }),
      (principal) => (principal?.claims.tenant ? { owner: principal.claims.tenant as string } : false),
    );

    expect(clients.client).toEqual({ name: 'tester', claims: { office: 1, area: 'north', tenant: 'tester' } });
    expect(valuesIn(clients.values)).toEqual([{ office_id: 1, region: 'north', owner: 'tester' }]);
    expect(valuesIn(clients.otherValues)).toEqual([{ office_id: 2, region: 'south', owner: 'stranger' }]);
  });

  it.each<[string, ScopeRule, object]>([
    ['the same for everybody', () => ({ region: 'north' }), { region: 'north' }],
    [
      'a list that contains the values of others',
      (principal) => ({ owner: principal?.name === 'tester' ? ['tester', 'stranger'] : 'stranger' }),
      { owner: 'tester' },
    ],
    [
      'a permission to see all rows',
      (principal) => (principal?.permissions.has('letters.all') ? undefined : { owner: String(principal?.name) }),
      { owner: 'tester' },
    ],
  ])('have no rows outside their scope for a rule with %s', async (_, rule, expected) => {
    const clients = await clientsFor(rule);

    expect(valuesIn(clients.values)).toEqual([expected]);
    expect(clients.otherValues.size).toBe(0);
  });

  it('have a value that all rules of a field allow', async () => {
    const clients = await clientsFor(
      () => ({ region: ['north', 'south'] }),
      () => ({ region: ['south'] }),
    );

    expect(valuesIn(clients.values)).toEqual([{ region: 'south' }]);
  });

  it('have nothing to do with classes without a scope', async () => {
    expect(await clientsFor()).toMatchObject({ values: new Map(), unsupported: new Map() });
  });

  it.each<[string, ScopeRule, string]>([
    ['an operator', () => ({ 'office_id[gte]': 3 }), 'its rule compares "office_id[gte]", which is not the plain name'],
    ['no rows', (principal) => principal?.roles.includes('clerk') && {}, 'its rule gives a principal without roles no'],
    ['a claim inside a claim', (principal) => principal!.claims.org!['id' as never], 'its rule fails for a principal'],
    ['an error', () => JSON.parse('{'), 'its rule fails for a principal without roles: '],
    ['the key', () => ({ id: 3 }), 'its rule compares id, which is unique'],
    ['a unique field', (principal) => ({ code: String(principal?.name) }), 'its rule compares code, which is unique'],
    ['a value that does not fit', () => ({ office_id: 'north' }), 'no value was found for office_id'],
    [
      'other rows by permission',
      (principal) => ({ owner: principal?.permissions.has('letters.read') ? 'clerk' : 'visitor' }),
      'its rule depends on permissions',
    ],
  ])('say why there are none for a rule with %s', async (_, rule, reason) => {
    const { unsupported } = await clientsFor(rule);

    expect([...unsupported].map(([{ name }, why]) => `${name}: ${why}`)).toEqual([
      expect.stringContaining(`Letter: ${reason}`),
    ]);
  });

  it('say why there are none for rules that allow different values', async () => {
    const { unsupported } = await clientsFor(
      () => ({ region: 'north' }),
      () => ({ region: 'south' }),
    );

    expect([...unsupported.values()]).toEqual(['its rules give region different values']);
  });
});
