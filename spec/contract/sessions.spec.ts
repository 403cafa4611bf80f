import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain } from '../../lib';
import { Container } from '../../lib/core';
import { Secure } from '../../lib/security';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';

@Secure({ method: 'POST', permissions: ['notes.create'] })
@AggregateRoot
@Table({ tableName: 'session_notes' })
class SessionNote extends BaseDomain {
  @Column declare text: string;
}

class NotesApplication extends Application {}

const HASH = '$2b$10$8L0VkTifTvRGL.LH5XW73.An7B/pEYhQh56r9/IsGpDgYWdWrVZE.';
const security = (session: Record<string, unknown> = {}) => ({
  users: { admin: { passwordHash: HASH, roles: ['writer'] } },
  roles: { writer: ['notes.create'] },
  session,
  cors: { origins: ['https://partner.example'], credentials: true },
});

let served: Served;

beforeAll(async () => {
  served = await serve([SessionNote], { Class: NotesApplication, settings: { security: security() } });
});
afterAll(() => served.stop());

const CREDENTIALS = { name: 'admin', password: 'admin' };
const login = (headers: Record<string, string> = {}, body: unknown = CREDENTIALS) =>
  served.request('POST', '/session', body, headers);
const cookieOf = ({ headers }: ApiResponse) => (headers.get('Set-Cookie') ?? '').split(';')[0]!;
const write = (headers: Record<string, string>) => served.request('POST', '/session_notes', { text: 'x' }, headers);

describe('POST {base}/session', () => {
  it('creates a session, whose cookie replaces name and password', async () => {
    const response = await login();
    const Cookie = cookieOf(response);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ name: 'admin', roles: ['writer'], permissions: ['authenticated', 'notes.create'] });
    expect(response.headers.get('Set-Cookie')).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await write({})).status).toBe(401);
    expect((await write({ Cookie })).status).toBe(201);
    expect((await served.request('GET', '/session', undefined, { Cookie })).body).toEqual(response.body);
  });

  it('generates the id, with a new one at every login that ends the previous session', async () => {
    const planted = 'session=planted-by-somebody-else';
    const first = cookieOf(await login({ Cookie: planted }));
    const second = cookieOf(await login({ Cookie: first }));

    expect(first).not.toBe(planted);
    expect(second).not.toBe(first);
    expect((await write({ Cookie: planted })).status).toBe(401);
    expect((await write({ Cookie: first })).status).toBe(401);
    expect((await write({ Cookie: second })).status).toBe(201);
  });

  it('responds to a wrong name and a wrong password alike: 401 without a cookie', async () => {
    const [name, password] = [
      await login({}, { ...CREDENTIALS, name: 'nobody' }),
      await login({}, { ...CREDENTIALS, password: 'wrong' }),
    ];

    for (const { status, headers, body } of [name, password]) {
      expect([status, body.detail]).toEqual([401, 'Name or password is wrong.']);
      expect(headers.get('WWW-Authenticate')).toBe('Session');
      expect(headers.get('Set-Cookie')).toBeNull();
    }
  });

  it('rejects other payloads with 422, and echoes neither name nor password', async () => {
    const { status, body } = await login({}, { name: 'admin', password: { $ne: '' }, admin: true });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([
      { field: 'password', message: 'must be text' },
      { field: 'admin', message: 'is unknown; known fields: name, password' },
    ]);
  });

  it('responds to JSON that is not an object as to a missing name and password', async () => {
    for (const content of [null, [], 'admin', 7]) expect((await login({}, content)).status).toBe(422);
  });

  it('limits failed logins of one name: 429 with Retry-After', async () => {
    const attempts: number[] = [];
    let last = await login({}, { name: 'guessed', password: 'wrong' });
    while (last.status === 401 && attempts.length < 20) {
      attempts.push(last.status);
      last = await login({}, { name: 'guessed', password: 'wrong' });
    }

    expect([attempts.length, last.status]).toEqual([10, 429]);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await login()).status).toBe(200);
  }, 30_000);
});

describe('DELETE {base}/session', () => {
  it('ends the session, and deletes the cookie', async () => {
    const Cookie = cookieOf(await login());

    const response = await served.request('DELETE', '/session', undefined, { Cookie });

    expect(response.status).toBe(204);
    expect(response.headers.get('Set-Cookie')).toMatch(/^session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    expect((await write({ Cookie })).status).toBe(401);
    expect((await served.request('DELETE', '/session', undefined, { Cookie })).status).toBe(204);
  });
});

describe('GET {base}/session', () => {
  it('responds 401 without a session', async () => {
    const { status, headers } = await served.request('GET', '/session');

    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Session']);
  });
});

describe('A write with the cookie of a session', () => {
  let Cookie: string;

  beforeAll(async () => {
    Cookie = cookieOf(await login());
  });

  it.each<[string, Record<string, string>]>([
    ['is marked as cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['comes from another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['has another origin', { Origin: 'https://evil.example' }],
    ['has an origin that contains our host name', { Origin: 'http://127.0.0.1.evil.example' }],
    ['has the origin null', { Origin: 'null' }],
  ])('is rejected with 403 when it %s', async (_, headers) => {
    const { status, body } = await write({ Cookie, ...headers });
    const read = await served.request('GET', '/session_notes', undefined, { Cookie, ...headers });

    expect([status, body.detail]).toEqual([
      403,
      'The request comes from a page of another origin, which may not use the session.',
    ]);
    expect(read.status).toBe(200);
    expect((await login(headers)).status).toBe(403);
  });

  it.each<[string, () => Record<string, string>]>([
    ['from pages of the same origin', () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: served.address })],
    ['that the user has entered', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['of an older browser from pages of the same origin', () => ({ Origin: served.address })],
    ['of other clients than browsers', () => ({})],
    [
      'of an origin that is allowed to send credentials',
      () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://partner.example' }),
    ],
  ])('is accepted %s', async (_, headers) => {
    expect((await write({ Cookie, ...headers() })).status).toBe(201);
  });
});

describe('A session in the database', () => {
  it('survives a restart, and its stored values cannot be used as a cookie', async () => {
    const Cookie = cookieOf(await login());
    const sequelize = SessionNote.sequelize!;
    const [rows] = await sequelize.query('SELECT * FROM koaggregate_sessions');

    const stored = JSON.stringify(rows);
    expect(stored).toContain('"name":"admin"');
    expect(stored).not.toContain(Cookie.split('=')[1]);
    for (const row of rows as { key: string }[]) {
      expect((await write({ Cookie: `session=${row.key}` })).status).toBe(401);
    }
  });
});

describe('Sessions over plain HTTP', () => {
  it('stop the start when others could read them', async () => {
    await served.stop();
    const application = new NotesApplication({
      domain: [SessionNote],
      configDir: __dirname,
      configuration: { name: 'notes', db: { url: 'sqlite::memory:' }, security: security() },
    });
    const open = (server: Record<string, unknown>) =>
      new Container({ applications: [application], configDir: __dirname, configuration: { server } }).start();

    await expect(open({ connectors: [{ port: 0, scheme: 'http', host: '0.0.0.0' }] })).rejects.toThrow(
      'Session cookies would be sent unencrypted: http://0.0.0.0 takes plain http from other machines.',
    );
  });
});
