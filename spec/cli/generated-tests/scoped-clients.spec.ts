import { Column, DataType, IsEmail, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import { type ScopedClients, scopedClients } from '../../../lib/cli/generated-tests/scoped-clients';
import { Scope, type ScopeCriteria, type ScopeRule } from '../../../lib/security';
import { IntegerColumn, StringColumn } from '../../support/columns';
import { CLINICS } from '../../support/domain/clinics';
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
  return scopedClients(registry.entities, ['letters.read', 'letters.all'], ['boss']);
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

  it.each<[string, unknown, string | number]>([
    ['office_id[gte]', 3, 3],
    ['office_id[lte]', 3, 3],
    ['office_id[gt]', 3, 4],
    ['office_id[lt]', 3, 2],
    ['office_id[ne]', 3, 4],
    ['office_id[in]', [3, 4], 3],
    ['office_id[nin]', [3, 4], 5],
    ['owner[like]', 'KIT-*', 'KIT-x'],
    ['owner[ne]', 'kit', 'xki'],
    ['region[gt]', 'north', 'south'],
    ['region[lt]', 'south', 'north'],
    ['region[ne]', 'north', 'south'],
  ])('have a value for a rule with the operator of %s', async (member, compared, value) => {
    const { values, unsupported } = await clientsFor(() => ({ [member]: compared }) as ScopeCriteria);

    expect(unsupported.size).toBe(0);
    expect([...values.values()].flatMap((own) => [...own.values()])).toEqual([value]);
  });

  it('have the roles that rules ask for, unless they have permissions', async () => {
    const { client, values, unsupported } = await clientsFor(
      (principal) => principal?.roles.includes('clerk') && { owner: principal.name },
    );

    expect(unsupported.size).toBe(0);
    expect(client).toEqual({ name: 'tester', roles: ['clerk'], claims: {} });
    expect(valuesIn(values)).toEqual([{ owner: 'tester' }]);
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
});

describe('The clients of the suites of classes with scopes that compare foreign keys', () => {
  it('have claims that are keys, and values that refer to them', async () => {
    const { registry } = await inspectedSource(CLINICS);

    const { client, values, otherValues, parents, unsupported } = scopedClients(registry.entities, []);

    expect(unsupported.size).toBe(0);
    expect(client).toEqual({ name: 'tester', claims: { clinic: 102 } });
    expect(valuesIn(values)).toEqual([{ clinic_id: 102, clinician_id: 'tester' }]);
    expect(valuesIn(otherValues)).toEqual([{ clinic_id: 101, clinician_id: 'stranger' }]);
    const referred = [...[...values.values()][0]!.keys()].map((field) => parents.of(field));
    expect(referred.map((one) => one && [one.parent.name, one.key.name])).toEqual([
      ['Clinician', 'id'],
      ['Clinic', 'id'],
    ]);
  });
});

describe('Scopes for which the suites have no clients', () => {
  it.each<[string, ScopeRule, string]>([
    ['an association', () => ({ 'office.id': 3 }), 'its rule compares "office.id", which is not the plain name'],
    ['no rows', () => false, 'its rule gives a principal without roles no'],
    [
      'a role with permissions',
      (one) => one?.roles.includes('boss') && {},
      'its rule gives a principal without roles no',
    ],
    ['no value', () => ({ 'office_id[null]': 'true' }), 'no value was found for office_id[null]'],
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
  ])('are reported with the reason, for a rule with %s', async (_, rule, reason) => {
    const { unsupported } = await clientsFor(rule);

    expect([...unsupported].map(([{ name }, why]) => `${name}: ${why}`)).toEqual([
      expect.stringContaining(`Letter: ${reason}`),
    ]);
  });

  it('are reported with the reason, if rules allow different values', async () => {
    const { unsupported } = await clientsFor(
      () => ({ region: 'north' }),
      () => ({ region: 'south' }),
    );

    expect([...unsupported.values()]).toEqual(['its rules give region different values']);
  });
});
