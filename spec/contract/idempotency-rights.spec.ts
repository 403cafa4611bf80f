import { HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId } from '../../lib';
import { type Authenticator, Authorizer, Scope, Secure } from '../../lib/security';
import { IntegerColumn, KeyOf, RequiredString, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

@Table({ tableName: 'dossier_pages' })
class Page extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Dossier) declare dossierId: EntityId | null;
}

@Secure({ permissions: [Authorizer.AUTHENTICATED] })
@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'dossiers' })
class Dossier extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @Secure({ method: 'GET', permissions: ['salary'] }) @IntegerColumn declare salary: number | null;
  @Collection({ embed: true }) @HasMany(() => Page) declare pages: Page[];

  @Action({ value: 'raise' })
  raise(by: number): { salary: number } {
    this.salary = (this.salary ?? 0) + by;
    return { salary: this.salary };
  }
}

@Secure({ permissions: [Authorizer.AUTHENTICATED] })
@Scope((principal) => ({ tenant: String(principal?.claims.tenant ?? '') }))
@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'tenancies' })
class Tenancy extends BaseDomain {
  @RequiredString(20) declare tenant: string;
}

/** `X-May` has permissions, `X-Role` roles, `X-Tenant` a claim; the subject is always the same. */
const bearer: Authenticator = {
  challenge: 'Bearer',
  authenticate: ({ headers }) => ({
    name: 'kim',
    permissions: String(headers['x-may'] ?? '').split(' '),
    roles: String(headers['x-role'] ?? 'clerk').split(' '),
    claims: { tenant: headers['x-tenant'], jti: Math.random() },
  }),
};

let isSalaryDay = true;

class CalendarAuthorizer extends Authorizer {
  override isPermitted(...[principal, required]: Parameters<Authorizer['isPermitted']>): boolean {
    return super.isPermitted(principal, required) && (isSalaryDay || !required.includes('salary'));
  }
}

const api = useServed([Dossier, Page, Tenancy], { authenticators: [bearer], authorizer: new CalendarAuthorizer() });

const replayed = ({ headers }: ApiResponse) => headers.get('Idempotency-Replayed');

/** The names of the headers that an operation or a body has set. */
const FRAMING = ['connection', 'date', 'keep-alive', 'content-length', 'transfer-encoding', 'x-request-id'];
const SHIPPED =
  /^(x-content-type-options|x-frame-options|content-security-policy|referrer-policy|cache-control|cross-origin-.*|permissions-policy|strict-transport-security)$/;
const ownHeaders = ({ headers }: ApiResponse) =>
  [...headers.keys()].filter((name) => !FRAMING.includes(name) && !SHIPPED.test(name)).sort();

let count = 0;
const fresh = (headers: Record<string, string>) => {
  const key = `rights-${count++}`;
  return (more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...headers, ...more });
};
const dossiers = async () => (await api.request('GET', '/dossiers', undefined, { 'X-May': 'salary' })).body.length;

describe('The repeat of a write by a principal who may read less than at the first try', () => {
  it('has status and Location only, and writes nothing', async () => {
    const send = fresh({ 'X-May': 'salary' });
    const payload = { title: 'a', salary: 100, pages: [{ text: 'p' }] };
    const first = await api.request('POST', '/dossiers', payload, send());
    const before = await dossiers();
    const less = await api.request('POST', '/dossiers', payload, send({ 'X-May': 'none' }));
    const again = await api.request('POST', '/dossiers', payload, send());

    expect([first.status, first.body.salary]).toEqual([201, 100]);
    expect([less.status, less.body, replayed(less)]).toEqual([201, '', 'true']);
    expect(less.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(less.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(ownHeaders(less)).toEqual(['idempotency-replayed', 'location', 'preference-applied']);
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(await dossiers()).toBe(before);
  });

  it.each<[string, string, string, unknown, number]>([
    ['PUT', 'PUT', '', { salary: 2 }, 204],
    ['PUT of several', 'PUT', ',999999', { salary: 3 }, 204],
    ['PATCH', 'PATCH', '', { salary: 4 }, 204],
    ['an action', 'PUT', '/raise', { by: 5 }, 204],
    ['a batch', 'PATCH', '', { steps: [{ op: 'create', path: 'pages', value: { text: 'q' } }] }, 204],
    ['POST of a child', 'POST', '/pages', { text: 'r' }, 201],
    ['DELETE', 'DELETE', '', undefined, 204],
    ['DELETE of several', 'DELETE', ',999999', undefined, 204],
  ])('has no other header and no body: %s', async (name, method, suffix, payload, status) => {
    const { id } = (await api.request('POST', '/dossiers', { salary: 1 }, { 'X-May': 'salary' })).body;
    const type: Record<string, string> =
      name === 'a batch' ? { 'Content-Type': 'application/vnd.koaggregate.batch+json' } : {};
    const send = fresh({ 'X-May': 'salary', ...type });
    const first = await api.request(method, `/dossiers/${id}${suffix}`, payload, send());
    const read = () => api.request('GET', `/dossiers/${id}`, undefined, { 'X-May': 'salary' });
    const before = await read();
    const less = await api.request(method, `/dossiers/${id}${suffix}`, payload, send({ 'X-May': 'none' }));
    const known = ['idempotency-replayed', 'location', 'preference-applied', 'vary'];

    expect(first.status).toBeLessThan(300);
    expect([less.status, less.body, replayed(less)]).toEqual([status, '', 'true']);
    expect(ownHeaders(less).filter((header) => !known.includes(header))).toEqual([]);
    const after = await read();
    expect([after.status, after.body.salary, after.body.pages]).toEqual([
      before.status,
      before.body.salary,
      before.body.pages,
    ]);
  });

  it('is the same when both are sent at once: one runs, and only equal rights share its content', async () => {
    const send = fresh({});
    const before = await dossiers();
    const rights = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'salary' : 'none'));
    const responses = await Promise.all(
      rights.map((may) => api.request('POST', '/dossiers', { salary: 7 }, send({ 'X-May': may }))),
    );
    const runner = responses.findIndex((response) => replayed(response) === null);

    expect(await dossiers()).toBe(before + 1);
    expect(responses.filter((response) => replayed(response) === null)).toHaveLength(1);
    for (const [index, { status, body }] of responses.entries()) {
      expect(status).toBe(201);
      expect(body).toEqual(rights[index] === rights[runner] ? responses[runner]!.body : '');
    }
  });
});

describe('Rights that differ between two tries', () => {
  it.each<[string, Record<string, string>]>([
    ['more permissions', { 'X-May': 'salary audit' }],
    ['other permissions', { 'X-May': 'audit' }],
    ['other roles', { 'X-Role': 'chief' }],
  ])('hide the response: %s', async (_, change) => {
    const send = fresh({ 'X-May': 'salary', 'X-Role': 'clerk' });
    const first = await api.request('POST', '/dossiers', { salary: 1 }, send());
    const repeat = await api.request('POST', '/dossiers', { salary: 1 }, send(change));

    expect([first.status, repeat.status, repeat.body, replayed(repeat)]).toEqual([201, 201, '', 'true']);
  });

  it('are not another order of the same names', async () => {
    const send = fresh({ 'X-May': 'salary audit', 'X-Role': 'clerk chief' });
    const first = await api.request('POST', '/dossiers', { salary: 1 }, send());
    const reordered = send({ 'X-May': 'audit salary audit', 'X-Role': 'chief clerk' });
    const repeat = await api.request('POST', '/dossiers', { salary: 1 }, reordered);

    expect([repeat.body, replayed(repeat)]).toEqual([first.body, 'true']);
  });

  it('include the decisions of an authorizer', async () => {
    const send = fresh({ 'X-May': 'salary' });
    const first = await api.request('POST', '/dossiers', { salary: 1 }, send());
    isSalaryDay = false;
    const repeat = await api.request('POST', '/dossiers', { salary: 1 }, send());
    isSalaryDay = true;
    const later = await api.request('POST', '/dossiers', { salary: 1 }, send());

    expect([first.body.salary, repeat.status, repeat.body]).toEqual([1, 201, '']);
    expect(later.body).toEqual(first.body);
  });

  it('include the rows that a scope contains', async () => {
    const send = fresh({ 'X-Tenant': 'red' });
    const first = await api.request('POST', '/tenancies', { tenant: 'red' }, send());
    const moved = await api.request('POST', '/tenancies', { tenant: 'red' }, send({ 'X-Tenant': 'blue' }));
    const back = await api.request('POST', '/tenancies', { tenant: 'red' }, send());

    expect([first.status, first.body.tenant]).toEqual([201, 'red']);
    expect([moved.status, moved.body, replayed(moved)]).toEqual([201, '', 'true']);
    expect(back.body).toEqual(first.body);
  });
});
