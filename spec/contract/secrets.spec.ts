import { inspect } from 'node:util';
import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, WriteOnly } from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { useServed } from '../support/serve-shop';

@AggregateRoot
@Table({ tableName: 'secret_keepers' })
class SecretKeeper extends BaseDomain {
  @Column declare name: string;
  @WriteOnly() @Column declare passcode: string;
}

const HASH = '$2b$10$8L0VkTifTvRGL.LH5XW73.An7B/pEYhQh56r9/IsGpDgYWdWrVZE.';
const JWT_SECRET = 'a-secret-of-more-than-32-characters';
const PASSCODE = "open-'sesame'";

const logged: string[] = [];
const log = (...parts: unknown[]) => void logged.push(parts.map((part) => inspect(part, { depth: 10 })).join(' '));

class SecretsApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger: { info: log, warn: log, error: log } });
  }
}

const jwt = { issuer: 'spec', audience: 'spec', algorithms: ['HS256'], secret: JWT_SECRET };
const users = { admin: { passwordHash: HASH } };
const served = useServed([SecretKeeper], {
  Class: SecretsApplication,
  settings: { security: { session: {}, basic: {}, jwt, users } },
  properties: { show_sql: true },
});
beforeEach(() => void logged.splice(0));

const login = (password: string) => served.request('POST', '/session', { name: 'admin', password });
const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` });
const idIn = (cookie: string) => cookie.split('=')[1]!;
const create = (count: number) => {
  const keeper = { name: 'Ada', passcode: PASSCODE };
  return served.request('POST', '/secret_keepers', count === 1 ? keeper : Array.from({ length: count }, () => keeper));
};

describe('The log', () => {
  it('contains no password of a login, valid or not, and no Authorization header', async () => {
    const statuses = [
      (await login('admin')).status,
      (await login('hunter2')).status,
      (await served.request('GET', '/session', undefined, basic('hunter2'))).status,
      (await served.request('GET', '/session', undefined, { Authorization: 'Bearer e30.hunter2.x' })).status,
    ];

    expect(statuses).toEqual([200, 401, 401, 401]);
    expect(logged.join('\n')).toContain('koaggregate_sessions');
    expect(logged.join('\n')).not.toMatch(/hunter2|aHVudGVyMg|Basic/);
  });

  it('contains statements with ? for their texts: no session id or digest, no hash, no write-only value', async () => {
    const cookie = (await login('admin')).headers.get('Set-Cookie')!.split(';')[0]!;
    const { key, password_digest: digest } = await lastSession();
    logged.splice(0);
    await served.request('GET', '/session', undefined, { Cookie: cookie });
    await served.request('DELETE', '/session', undefined, { Cookie: cookie });
    const created = [(await create(1)).status, (await create(2)).status];

    const text = logged.join('\n');
    expect(created).toEqual([201, 201]);
    expect(text).toMatch(/SELECT .*koaggregate_sessions.* = \?/);
    expect(text).toMatch(/INSERT INTO .*secret_keepers/);
    for (const secret of [idIn(cookie), key, digest, HASH, 'sesame']) expect(text).not.toContain(secret);
  });

  it('contains the failed statement of a 500 response, without its values', async () => {
    await withoutTable('secret_keepers', async () => {
      const responses = [await create(1), await create(2)];

      expect(responses.map(({ status }) => status)).toEqual([500, 500]);
      expect(JSON.stringify(responses.map(({ body }) => body))).not.toMatch(/sesame|INSERT|secret_keepers'/);
    });

    const text = logged.join('\n');
    expect(text).toContain('SequelizeDatabaseError');
    expect(text).toMatch(/sql: .*INSERT INTO/);
    expect(text).not.toContain('sesame');
  });
});

describe('GET {base}/admin/routes', () => {
  it('contains no secret of the configuration', async () => {
    const { status, body } = await served.request('GET', '/admin/routes', undefined, basic('admin'));

    expect(status).toBe(200);
    for (const secret of [HASH, JWT_SECRET]) expect(JSON.stringify(body)).not.toContain(secret);
  });
});

async function lastSession(): Promise<{ readonly key: string; readonly password_digest: string }> {
  const [rows] = await SecretKeeper.sequelize!.query('SELECT * FROM koaggregate_sessions ORDER BY created_at_ms DESC');
  return rows[0] as { key: string; password_digest: string };
}

async function withoutTable(name: string, work: () => Promise<void>): Promise<void> {
  await SecretKeeper.sequelize!.query(`ALTER TABLE ${name} RENAME TO away_for_now`);
  try {
    await work();
  } finally {
    await SecretKeeper.sequelize!.query(`ALTER TABLE away_for_now RENAME TO ${name}`);
  }
}
