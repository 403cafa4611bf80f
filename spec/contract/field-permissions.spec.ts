import { Column, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, ReadOnly, Searchable } from '../../lib';
import { Secure, SecureMultiple } from '../../lib/security';
import { IntegerColumn, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';

@AggregateRoot
@Table({ tableName: 'employees' })
class Employee extends BaseDomain {
  @Searchable @Column declare name: string;

  /** Different permissions for reading and writing. */
  @SecureMultiple([
    { method: 'GET', permissions: ['salary.read'] },
    { method: 'POST', permissions: ['salary.write'] },
    { method: 'PUT', permissions: ['salary.write'] },
  ])
  @Searchable
  @IntegerColumn
  declare salary: number | null;

  /** One permission for reading and writing. */
  @Secure({ permissions: ['badge.all'] }) @Unique @StringColumn(20) declare badge: string | null;
  @Secure({ method: 'GET', permissions: ['rank.read'] }) @ReadOnly @IntegerColumn declare rank: number | null;
}

const served = useServed([Employee], { authenticators: [namedByHeader], authorizer: permittedByName });

const everything = holding('salary.read', 'salary.write', 'badge.all', 'rank.read');
let id: number;
let badges = 0;

beforeEach(async () => {
  badges += 1;
  const { body } = await served.request(
    'POST',
    '/employees',
    { name: 'Ada', salary: 100, badge: `B${badges}` },
    everything,
  );
  id = body.id;
});

const ask = (method: string, query: string, body: unknown, ...permissions: string[]) =>
  served.request(method, `/employees${query}`, body, holding(...permissions));

describe('A field marked @Secure', () => {
  it('is returned to principals that may GET it, and to no others', async () => {
    const [nobody, some] = [
      await ask('GET', `/${id}`, undefined),
      await ask('GET', `/${id}`, undefined, 'salary.read'),
    ];

    expect(Object.keys(nobody.body)).toEqual(['id', 'name', 'created_at', 'updated_at']);
    expect(some.body.salary).toBe(100);
    expect((await served.request('GET', `/employees/${id}`)).body).toEqual(nobody.body);
  });

  it.each([
    ['include=salary'],
    ['include=name,salary'],
    ['salary=100'],
    ['salary[gt]=1'],
    ['salary[null]=true'],
    ['sort=-salary'],
    ['sort=name,salary'],
  ])('cannot be included, searched or sorted by: ?%s', async (query) => {
    const anonymous = await served.request('GET', `/employees?${query}`);
    const { status, body } = await ask('GET', `?${query}`, undefined);

    expect([anonymous.status, status]).toEqual([401, 403]);
    expect(anonymous.headers.get('WWW-Authenticate')).toBe('Named realm="specs"');
    expect(body.detail).toContain('requires the permission "salary.read"');
    expect((await ask('GET', `?${query}`, undefined, 'salary.read')).status).toBe(200);
  });

  it.each([`salary=100`, `salary[ne]=100`])('cannot filter a read by key: ?%s', async (query) => {
    expect((await ask('GET', `/${id}?${query}`, undefined)).status).toBe(403);
  });

  it('is written by principals that may POST or PUT it, and by no others', async () => {
    const body = { name: 'Eve', salary: 5 };

    expect((await ask('POST', '', body)).status).toBe(403);
    expect((await ask('POST', '', body, 'salary.read')).status).toBe(403);
    expect((await ask('POST', '', body, 'salary.write')).status).toBe(201);
    expect((await ask('PUT', `/${id}`, { salary: 7 }, 'salary.read')).body.detail).toBe(
      'The field "salary" requires the permission "salary.write".',
    );
    expect((await ask('PATCH', `/${id}`, { salary: 7 }, 'salary.write')).status).toBe(200);
    expect((await ask('GET', `/${id}`, undefined, 'salary.read')).body.salary).toBe(7);
  });

  it('may be sent back as it was read', async () => {
    const { body: read } = await ask('GET', `/${id}`, undefined, 'salary.read');

    const { status, body } = await ask('PUT', `/${id}`, { ...read, name: 'Ada B.' }, 'salary.read');

    expect([status, body.name, body.salary]).toEqual([200, 'Ada B.', 100]);
  });

  it('cannot be guessed by sending values until one is accepted', async () => {
    const right = await ask('PUT', `/${id}`, { badge: `B${badges}` });
    const wrong = await ask('PUT', `/${id}`, { badge: 'X' });
    const rank = [await ask('PUT', `/${id}`, { rank: null }), await ask('PUT', `/${id}`, { rank: 1 })];

    expect([right.status, wrong.status, ...rank.map(({ status }) => status)]).toEqual([403, 403, 403, 403]);
    expect(right.body.detail).toBe(wrong.body.detail);
  });

  it('is not echoed in an error to a principal that may write it and not read it', async () => {
    const blind = await ask('PUT', `/${id}`, { salary: 'much' }, 'salary.write');
    const seeing = await ask('PUT', `/${id}`, { salary: 'much' }, 'salary.write', 'salary.read');

    expect(blind.body.field_errors).toEqual([{ field: 'salary', message: expect.any(String) }]);
    expect(seeing.body.field_errors[0].invalid_value).toBe('much');
  });

  it('is rejected before the rest of the payload is validated', async () => {
    const { status } = await ask('POST', '', { name: 7, badge: 'B', colour: 'red' });

    expect(status).toBe(403);
  });
});
