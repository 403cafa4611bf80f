import { CLUB, Club } from '../support/domain/club';
import { basic, bearer, JWT, SECRET_HASH } from '../support/security/credentials';
import { type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

const permissions = ['club.get', 'club.post', 'club.put', 'budget.read', 'budget.write'];
const security = {
  basic: { realm: 'clubs' },
  jwt: { ...JWT, permissionsClaim: 'scope' },
  users: { ada: { passwordHash: SECRET_HASH, roles: ['manager'] }, eve: { passwordHash: SECRET_HASH } },
  roles: { manager: permissions },
  cors: { origins: ['https://partner.example'] },
};
const manager = { sub: 'ada', roles: ['manager'] };

let served: Served;
const statusOf = async (method: string, path: string, headers?: Record<string, string>, body?: unknown) =>
  (await served.request(method, path, body, headers)).status;

describe('A generated route that requires a permission', () => {
  beforeAll(async () => {
    served = await serve(CLUB, { settings: { security } });
  });
  afterAll(() => served.stop());

  it('accepts each configured kind of credentials, and lists all of them in the challenge', async () => {
    const { status, headers } = await served.request('POST', '/clubs', { name: 'United' });

    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBe('Basic realm="clubs", charset="UTF-8", Bearer');
    for (const credentials of [basic('ada'), bearer(manager), bearer({ sub: 'x', scope: permissions.join(' ') })]) {
      expect(await statusOf('POST', '/clubs', credentials, { name: 'United' })).toBe(201);
    }
  });

  it.each([
    ['of a user without roles', basic('eve'), 403],
    ['of a token without roles', bearer({ sub: 'ada' }), 403],
    ['of a token with an unknown role', bearer({ sub: 'ada', roles: ['__proto__', 'boss'] }), 403],
    ['with a wrong password', basic('ada', 'wrong'), 401],
    ['of an unknown user', basic('nobody'), 401],
    ['of a token with another audience', bearer({ ...manager, aud: 'others' }), 401],
    ['of an expired token', bearer({ ...manager, exp: 1 }), 401],
    ['of a kind that is not configured', { Authorization: 'Digest username="ada"' }, 401],
  ])(
    'rejects credentials %s, before the body is read and before the first statement',
    async (_, credentials, status) => {
      const json = { 'Content-Type': 'application/json', ...credentials };

      const statements = await statementsOf(Club as never, async () => {
        expect(await statusOf('POST', '/clubs', json, '{"name":')).toBe(status);
        expect(await statusOf('POST', '/clubs', json, `"${'x'.repeat(1_100_000)}"`)).toBe(status);
        for (const id of ['1', '424242', 'abc', '1,2'])
          expect(await statusOf('DELETE', `/clubs/${id}`, json)).toBe(status);
        expect(await statusOf('GET', '/clubs?colour=red', credentials)).toBe(status);
      });

      expect(statements).toEqual([]);
    },
  );

  it('says of a rejected token only that it is invalid', async () => {
    const { headers, body } = await served.request('GET', '/clubs', undefined, bearer({ ...manager, exp: 1 }));

    expect(headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect(body).toMatchObject({ status: 401, detail: 'The bearer token is not valid.' });
    expect(JSON.stringify(body)).not.toMatch(/exp|claim|signature/);
  });

  it.each<[string, number, Record<string, string>]>([
    ['another site', 403, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another host of the same site', 403, { 'Sec-Fetch-Site': 'same-site' }],
    ['another site, in an older browser,', 403, { Origin: 'https://evil.example' }],
    ['its own origin', 201, { 'Sec-Fetch-Site': 'same-origin' }],
    ['an origin in security.cors', 201, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://partner.example' }],
  ])(
    'gives pages of %s %i for a write with a password, which a browser sends by itself',
    async (_, status, headers) => {
      const json = { 'Content-Type': 'application/json', ...headers };

      expect(await statusOf('POST', '/clubs', { ...json, ...basic('ada') }, { name: 'United' })).toBe(status);
      expect(await statusOf('GET', '/clubs', { ...headers, ...basic('ada') })).toBe(200);
      expect(await statusOf('POST', '/clubs', { ...json, ...bearer(manager) }, { name: 'United' })).toBe(201);
    },
  );

  it('never echoes a password', async () => {
    const { headers, body } = await served.request('GET', '/clubs', undefined, basic('ada', 'hunter2'));

    expect(JSON.stringify([body, [...headers]])).not.toMatch(/hunter2|\$2b/);
  });
});

describe('security.authenticate: always', () => {
  beforeAll(async () => {
    served = await serve(CLUB, { settings: { security: { ...security, authenticate: 'always' } } });
  });
  afterAll(() => served.stop());

  it.each(['/admin/routes', '/admin/routes/clubs', '/api/shop/map', '/nothing', '/clubs/1/nothing'])(
    'applies to the routes of the framework itself and to unknown paths: %s',
    async (path) => {
      const { status, headers } = await served.request('GET', path);

      expect([status, headers.get('WWW-Authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
      expect([200, 404]).toContain(await statusOf('GET', path, basic('ada')));
    },
  );
});
