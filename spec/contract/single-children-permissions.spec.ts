import 'reflect-metadata';
import { HasMany, HasOne, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { Scope, Secure, SecureMultiple } from '../../lib/security';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Table({ tableName: 'stamps' })
class Stamp extends BaseDomain {
  @RequiredString(20) declare text: string;
  @RequiredKeyOf(() => Passport) declare passportId: EntityId;
}

@Table({ tableName: 'passports' })
class Passport extends BaseDomain {
  @RequiredString(20) declare number: string;

  @SecureMultiple([
    { method: 'GET', permissions: ['chip.get'] },
    { method: 'PUT', permissions: ['chip.put'] },
  ])
  @StringColumn(20)
  declare chip: string | null;

  @RequiredKeyOf(() => Traveller) declare travellerId: EntityId;
  @SecureMultiple([{ method: 'POST', permissions: ['stamps.post'] }]) @HasMany(() => Stamp) declare stamps: Stamp[];
}

/** A root whose scope has only the rows of the user. */
@AggregateRoot
@Scope((principal) => (principal?.name.includes('auditor') ? undefined : { owner: 'me' }))
@Table({ tableName: 'wallets' })
class Wallet extends BaseDomain {
  @RequiredString(20) declare owner: string;
  @KeyOf(() => Traveller) declare travellerId: EntityId | null;
}

@AggregateRoot
@Secure({ method: 'GET', permissions: ['traveller.get'] })
@Table({ tableName: 'travellers' })
class Traveller extends BaseDomain {
  @StringColumn(20) declare name: string | null;

  @SecureMultiple([
    { method: 'GET', permissions: ['passport.get'] },
    { method: 'POST', permissions: ['passport.post'] },
    { method: 'PUT', permissions: ['passport.put'] },
    { method: 'DELETE', permissions: ['passport.delete'] },
  ])
  @HasOne(() => Passport)
  declare passport: Passport | null;

  @HasOne(() => Wallet) declare wallet: Wallet | null;
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

const types = [Stamp, Passport, Wallet, Traveller];
const served = useServed(types, { authenticators: [namedByHeader], authorizer: permittedByName });

const verbs = ['get', 'post', 'put', 'delete'];
const ALL = ['traveller.get', 'chip.get', 'chip.put', 'stamps.post', ...verbs.map((verb) => `passport.${verb}`)];
const request = (method: string, path: string, body: unknown, ...permissions: string[]): Promise<ApiResponse> =>
  served.request(method, path, body, holding(...permissions));

async function createTraveller(more: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/travellers', { name: 'Ada', ...more }, ...ALL);
  expect(status).toBe(201);
  return body;
}

describe('@Secure on a @HasOne', () => {
  it('applies to its routes: those of PUT, and those of POST when it creates', async () => {
    const { id } = await createTraveller();
    const path = `/travellers/${id}/passport`;
    const put = (...permissions: string[]) => request('PUT', path, { number: 'P1' }, 'traveller.get', ...permissions);

    expect((await served.request('PUT', path, { number: 'P1' })).status).toBe(401);
    expect((await put('passport.post')).status).toBe(403);
    const rejected = await put('passport.put', 'passport.get');
    expect([rejected.status, rejected.body.detail]).toEqual([
      403,
      'The element of the payload requires the permissions "traveller.get" and "passport.post".',
    ]);
    expect((await put('passport.put', 'passport.post')).body).toEqual({ id: expect.any(Number) });
    expect((await put('passport.put', 'passport.get')).body).toMatchObject({ number: 'P1' });
    expect((await request('GET', path, undefined, 'traveller.get')).status).toBe(403);
    expect((await request('DELETE', path, undefined, 'traveller.get', 'passport.put')).status).toBe(403);
    expect((await request('DELETE', path, undefined, 'traveller.get', 'passport.delete')).status).toBe(204);
  });

  it('applies to payloads of the parent: POST creates, PUT updates, and null requires DELETE', async () => {
    const { id } = await createTraveller();
    const put = (passport: unknown, ...permissions: string[]) =>
      request('PUT', `/travellers/${id}`, { passport }, 'traveller.get', ...permissions);

    expect((await put({ number: 'P1' })).status).toBe(403);
    expect((await put({ number: 'P1' }, 'passport.put')).status).toBe(403);
    expect((await put(null)).status).toBe(200);
    expect((await put({ number: 'P1' }, 'passport.post')).status).toBe(200);
    expect((await put({ number: 'P2' }, 'passport.post')).status).toBe(403);
    expect((await put({ number: 'P2' }, 'passport.put')).status).toBe(200);
    expect((await put({ id: null, number: 'P3' }, 'passport.put', 'passport.post')).status).toBe(403);
    expect((await put(null, 'passport.put', 'passport.post')).status).toBe(403);
    expect((await Passport.one({ travellerId: id })).number).toBe('P2');
    expect((await put({ id: null, number: 'P3' }, 'passport.delete', 'passport.post')).status).toBe(200);
    expect((await put(null, 'passport.delete')).status).toBe(200);
    expect(await Passport.count({ where: { travellerId: id } })).toBe(0);
  });

  it('names the permissions that a payload of a new parent lacks', async () => {
    const created = await request('POST', '/travellers', { passport: { number: 'P1' } }, 'traveller.get');
    expect([created.status, created.body.detail]).toEqual([
      403,
      'The element passport requires the permissions "traveller.get" and "passport.post".',
    ]);
  });

  it('rejects before the first statement when neither create nor update is permitted', async () => {
    const { id } = await createTraveller();

    const statements = await statementsOf(Traveller as never, async () => {
      const rejected = await request('PUT', `/travellers/${id}`, { passport: { number: 'P1' } }, 'traveller.get');
      expect(rejected.status).toBe(403);
    });

    expect(statements).toEqual([]);
  });

  it('prevents including, expanding and searching it', async () => {
    const { id } = await createTraveller({ passport: { number: 'P1' } });

    for (const query of ['expand=passport', 'include=passport.number'])
      expect((await request('GET', `/travellers/${id}?${query}`, undefined, 'traveller.get')).status).toBe(403);
    const shown = await request('GET', `/travellers/${id}?expand=passport`, undefined, 'traveller.get', 'passport.get');
    expect(shown.body.passport).not.toHaveProperty('chip');
    expect(shown.body.passport.number).toBe('P1');
  });

  it('keeps the permissions of columns and of nested elements, for creates and updates', async () => {
    const { id } = await createTraveller();
    const path = `/travellers/${id}/passport`;
    const own = ['traveller.get', 'passport.get', 'passport.put', 'passport.post'];

    const nested = { number: 'P1', stamps: [{ text: 'A' }] };
    expect((await request('PUT', path, nested, ...own)).status).toBe(403);
    expect((await request('PUT', path, nested, ...own, 'stamps.post')).status).toBe(201);
    expect((await request('PUT', path, { chip: 'x' }, ...own)).status).toBe(403);
    expect((await request('PUT', path, { chip: 'x' }, ...own, 'chip.put')).status).toBe(200);
    expect((await request('POST', `${path}/stamps`, { text: 'B' }, 'traveller.get', 'stamps.post')).status).toBe(403);
    expect((await request('POST', `${path}/stamps`, { text: 'B' }, ...own, 'stamps.post')).status).toBe(201);
  });
});

describe('@Scope on the class of a single child', () => {
  it('hides it, and prevents creating another one in its place', async () => {
    const { id } = await createTraveller();
    await Wallet.create({ owner: 'you', travellerId: id });
    const path = `/travellers/${id}/wallet`;
    const auditor = () => ({ ...holding('traveller.get', 'auditor') });

    expect((await request('GET', path, undefined, 'traveller.get')).status).toBe(404);
    expect(
      (await request('GET', `/travellers/${id}?expand=wallet`, undefined, 'traveller.get')).body.wallet,
    ).toBeNull();
    expect((await request('DELETE', path, undefined, 'traveller.get')).status).toBe(404);
    const taken = await request('PUT', path, { owner: 'me' }, 'traveller.get');
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'This Traveller has its wallet already: nothing was changed.',
    ]);
    expect((await request('PUT', `/travellers/${id}`, { wallet: { owner: 'me' } }, 'traveller.get')).status).toBe(409);
    expect((await request('PUT', `/travellers/${id}`, { wallet: null }, 'traveller.get')).status).toBe(200);
    expect((await served.request('GET', path, undefined, auditor())).body.owner).toBe('you');
  });

  it('applies to a new one', async () => {
    const { id } = await createTraveller();
    const path = `/travellers/${id}/wallet`;

    expect((await request('PUT', path, { owner: 'you' }, 'traveller.get')).status).toBe(403);
    expect((await request('PUT', path, { owner: 'me' }, 'traveller.get')).status).toBe(201);
    expect((await request('PUT', path, { owner: 'you' }, 'traveller.get')).status).toBe(403);
    expect(await Wallet.count({ where: { travellerId: id, owner: 'me' } })).toBe(1);
  });
});
