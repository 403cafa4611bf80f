import { createHmac, randomUUID } from 'node:crypto';
import { Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain } from '../../lib';
import { type Authenticator, type Identity, JwtAuthenticator } from '../../lib/security';
import { StringColumn } from '../support/columns';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'ledgers' })
class Ledger extends BaseDomain {
  @StringColumn(20) declare note: string | null;
}

class LedgerApplication extends Application {}

/** Of the password "admin". */
const HASH = '$2b$10$8L0VkTifTvRGL.LH5XW73.An7B/pEYhQh56r9/IsGpDgYWdWrVZE.';
const SECRET = 'a shared secret of more than 32 characters';
const PARTNER_SECRET = 'the shared secret of the partner, as long';
const ISSUER = 'https://id.example';
const jwt = { issuer: ISSUER, audience: 'shop', algorithms: ['HS256'], secret: SECRET };
const partner = { ...jwt, issuer: 'https://partner.example', secret: PARTNER_SECRET };
const security = {
  users: { ada: { passwordHash: HASH }, bob: { passwordHash: HASH } },
  basic: { realm: 'shop' },
  session: {},
};

function token(claims: Record<string, unknown>, secret = SECRET): Record<string, string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issuedAt = Math.floor(Date.now() / 1000);
  const all = { iss: ISSUER, aud: 'shop', sub: 'ada', iat: issuedAt, exp: issuedAt + 60, jti: randomUUID(), ...claims };
  const signed = `${part({ alg: 'HS256' })}.${part(all)}`;
  return { Authorization: `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}` };
}

const basic = (name: string) => ({ Authorization: `Basic ${Buffer.from(`${name}:admin`).toString('base64')}` });

class ApiKeys implements Authenticator {
  readonly challenge: string = 'Key';
  constructor(protected readonly header = 'x-api-key') {}
  authenticate({ headers }: { headers: Record<string, unknown> }): Identity | undefined {
    const name = headers[this.header];
    return typeof name === 'string' ? { name } : undefined;
  }
}

class Badges extends ApiKeys {
  constructor() {
    super('x-badge');
  }
}

class NamedKeys extends ApiKeys {
  readonly name = 'class ApiKeys';
}

const plain = (challenge: string, header: string): Authenticator => ({
  challenge,
  authenticate: ({ headers }) => (typeof headers[header] === 'string' ? { name: headers[header] } : undefined),
});

const CASES = {
  'the Basic user': () => basic('ada'),
  'another Basic user': () => basic('bob'),
  'a token': () => token({}),
  'a token of another subject': () => token({ sub: 'bob' }),
  'a token of another issuer': () => token({ iss: partner.issuer }, PARTNER_SECRET),
  'an authenticator class': () => ({ 'X-Api-Key': 'ada' }),
  'another class': () => ({ 'X-Badge': 'ada' }),
  'a second instance of the class': () => ({ 'X-Second-Key': 'ada' }),
  'a plain object': () => ({ 'X-Plain': 'ada' }),
  'a plain object with another challenge': () => ({ 'X-Other': 'ada' }),
  'a second plain object with the challenge': () => ({ 'X-Again': 'ada' }),
  nobody: () => ({}),
};

let api: Served;
let database: TestDatabase;
let Cookie: string;
const authenticators = [
  new JwtAuthenticator(partner),
  new ApiKeys(),
  new Badges(),
  new ApiKeys('x-second-key'),
  plain('Plain', 'x-plain'),
  plain('Other', 'x-other'),
  plain('Plain', 'x-again'),
];

/** Tokens of the partner do not fit the configured key, so both issuers are tried by one authenticator. */
class BothIssuers implements Authenticator {
  readonly name = 'jwt';
  readonly challenge = 'Bearer';
  readonly #each = [new JwtAuthenticator(jwt), new JwtAuthenticator(partner)];
  async authenticate(request: Parameters<Authenticator['authenticate']>[0]): Promise<Identity | undefined> {
    const [own, other] = await Promise.allSettled(this.#each.map((one) => one.authenticate(request)));
    if (own!.status === 'fulfilled') return own!.value;
    if (other!.status === 'fulfilled') return other!.value;
    throw own!.reason;
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { database, authenticators: [new BothIssuers(), ...authenticators.slice(1)], settings: { security } };
  api = await serve([Ledger], { Class: LedgerApplication, ...options });
  const login = await api.request('POST', '/session', { name: 'ada', password: 'admin' });
  Cookie = login.headers.get('Set-Cookie')!.split(';')[0]!;
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const post = (key: string, headers: Record<string, string>): Promise<ApiResponse> =>
  api.request('POST', '/ledgers', { note: 'n' }, { 'Idempotency-Key': key, ...headers });
const isReplayed = ({ headers }: ApiResponse) => headers.get('Idempotency-Replayed') === 'true';

describe('A key of one name', () => {
  it('belongs to authenticator, issuer and subject: others with the name have keys of their own', async () => {
    const senders = { ...CASES, 'a session': () => ({ Cookie }) };
    const ids = new Set<string>();
    for (const [sender, headers] of Object.entries(senders)) {
      const first = await post('shared', headers());
      const repeat = await post('shared', headers());
      ids.add(first.body.id);

      expect([sender, first.status, isReplayed(first)]).toEqual([sender, 201, false]);
      expect([sender, isReplayed(repeat), repeat.body]).toEqual([sender, true, first.body]);
    }

    expect(ids.size).toBe(Object.keys(senders).length);
  });

  it('stays with the subject when the token is refreshed', async () => {
    const first = await post('refreshed', token({}));
    const later = await post('refreshed', token({ iat: 1, nbf: 2, exp: Math.floor(Date.now() / 1000) + 900 }));

    expect([first.status, isReplayed(later), later.body]).toEqual([201, true, first.body]);
  });

  it('belongs to a named authenticator by that name', async () => {
    const renamed = await serve([Ledger], {
      database,
      authenticators: [new NamedKeys(), new ApiKeys('x-second-key')],
    });
    const send = (headers: Record<string, string>) =>
      renamed.request('POST', '/ledgers', {}, { 'Idempotency-Key': 'named', ...headers });
    const first = await send({ 'X-Api-Key': 'ada' });
    const other = await send({ 'X-Second-Key': 'ada' });
    await renamed.stop();

    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    expect(isReplayed(other)).toBe(true);
  });
});

describe('The keys of tokens with a nameClaim', () => {
  let mapped: Served;
  const send = (key: string, claims: Record<string, unknown>) =>
    mapped.request('POST', '/ledgers', { note: 'n' }, { 'Idempotency-Key': key, ...token(claims) });

  beforeAll(async () => {
    mapped = await serve([Ledger], { database, settings: { security: { jwt: { ...jwt, nameClaim: 'email' } } } });
  });
  afterAll(() => mapped.stop());

  it('belong to the subject, not to the name', async () => {
    const first = await send('mapped', { email: 'team@example.com' });
    const other = await send('mapped', { email: 'team@example.com', sub: 'bob' });

    expect([first.status, other.status, isReplayed(other)]).toEqual([201, 201, false]);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('are found with another name, but the response is not shown', async () => {
    const first = await send('renamed', { email: 'ada@example.com' });
    const repeat = await send('renamed', { email: 'ada@example.org' });

    expect([repeat.status, isReplayed(repeat), repeat.body]).toEqual([201, true, '']);
    expect(repeat.headers.get('Location')).toBe(first.headers.get('Location'));
  });

  it('belong to the name where a token has no subject', async () => {
    const first = await send('unnamed', { email: 'ada@example.com', sub: undefined });
    const other = await send('unnamed', { email: 'bob@example.com', sub: undefined });
    const repeat = await send('unnamed', { email: 'ada@example.com', sub: undefined });

    expect([first.status, isReplayed(other), isReplayed(repeat)]).toEqual([201, false, true]);
  });
});

describe('The keys of an application', () => {
  it('do not meet those of another one in the same database', async () => {
    const once = async (name: string) => {
      const served = await serve([Ledger], { database, settings: { name } });
      const response = await served.request('POST', '/ledgers', {}, { 'Idempotency-Key': 'both' });
      await served.stop();
      return response;
    };
    const [first, other, repeat] = [await once('one'), await once('two'), await once('one')];

    expect([isReplayed(first), isReplayed(other), isReplayed(repeat)]).toEqual([false, false, true]);
  });
});
