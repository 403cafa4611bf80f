import type { Sequelize } from 'sequelize';
import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../lib';
import { Application } from '../../lib/rest';
import { Secure } from '../../lib/security';
import { bearer, JWT } from '../support/security/credentials';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Secure({ method: 'POST', permissions: ['memos.create'] })
@Secure({ method: 'GET', permissions: ['memos.read'] })
@AggregateRoot
@Table({ tableName: 'memos' })
class Memo extends BaseDomain {
  @Column declare text: string;
}

/** A role table with routes of its own. */
@Secure({ permissions: ['roles.manage'] })
@AggregateRoot
@Table({ tableName: 'grants' })
class Grant extends BaseDomain {
  @Column declare role: string;
  @Column declare permission: string;
}

class MemosApplication extends Application {}

const start = (types: readonly unknown[], security: Record<string, unknown>, options: ServeOptions = {}) =>
  serve(types, { Class: MemosApplication, settings: { security: { jwt: JWT, ...security } }, ...options });
const user = (...roles: readonly string[]) => bearer({ sub: 'ada', roles });

let served: Served;
const read = async (...roles: readonly string[]) =>
  (await served.request('GET', '/memos', undefined, user(...roles))).status;
const create = async (...roles: readonly string[]) =>
  (await served.request('POST', '/memos', { text: 'x' }, user(...roles))).status;

const now = Date.now;
let offsetMs = 0;
/** Lets the cached roles expire. */
const wait = () => {
  offsetMs += 10_001;
};

beforeEach(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => now() + offsetMs);
});
afterEach(() => jest.restoreAllMocks());

describe('security.rolesTable', () => {
  const insert = (role: string, permission: string) =>
    (Memo.sequelize as Sequelize).query(
      `INSERT INTO role_permissions (role, permission) VALUES ('${role}', '${permission}')`,
    );

  beforeAll(async () => {
    served = await start([Memo], { rolesTable: 'role_permissions', roles: { writer: ['memos.create'] } });
  });
  afterAll(() => served.stop());

  it('adds the permissions of roles to security.roles', async () => {
    await insert('reader', 'memos.read');
    await insert('writer', 'memos.read');
    wait();

    expect([await read('reader'), await create('reader')]).toEqual([200, 403]);
    expect([await read('writer'), await create('writer')]).toEqual([200, 201]);
    expect([await read('reader', 'nobody'), await read('nobody'), await read()]).toEqual([200, 403, 403]);
  });

  it('compares roles case-sensitively', async () => {
    for (const role of ['Reader', 'reader ', 'réader', '__proto__', "reader' OR '1'='1"]) {
      expect([role, await read(role)]).toEqual([role, 403]);
    }
  });

  it('is read once for many requests, and again after ten seconds', async () => {
    wait();
    const statements = await statementsOf(Memo as never, async () => {
      await Promise.all(Array.from({ length: 5 }, () => create('nobody')));
      await create('nobody');
    });
    expect(statements).toEqual([expect.stringContaining('role_permissions')]);

    await insert('late', 'memos.read');
    expect(await read('late')).toBe(403);
    wait();
    expect(await read('late')).toBe(200);
    await (Memo.sequelize as Sequelize).query("DELETE FROM role_permissions WHERE role = 'late'");
    wait();
    expect(await read('late')).toBe(403);
  });

  it('admits no one while it cannot be read, and works again afterwards', async () => {
    const rename = (from: string, to: string) =>
      (Memo.sequelize as Sequelize).query(`ALTER TABLE ${from} RENAME TO ${to}`);
    const log = jest.spyOn(console, 'error').mockImplementation();
    await rename('role_permissions', 'elsewhere');
    wait();

    const { status, body } = await served.request('GET', '/memos', undefined, user('reader'));
    await rename('elsewhere', 'role_permissions');

    expect([status, log.mock.calls.length]).toEqual([500, 1]);
    expect(JSON.stringify(body)).not.toContain('role_permissions');
    expect(await read('reader')).toBe(200);
  });
});

describe('A role table with a domain class', () => {
  it('is managed by the routes of that class', async () => {
    served = await start([Memo, Grant], { rolesTable: 'grants', roles: { admin: ['roles.manage'] } });
    const grant = { role: 'reader', permission: 'memos.read' };

    const granted = await served.request('POST', '/grants', grant, user('admin'));
    wait();
    const statuses = [await read('reader'), await read('admin')];
    const rejected = await served.request('POST', '/grants', grant, user('reader'));
    await served.stop();

    expect([granted.status, statuses, rejected.status]).toEqual([201, [200, 403], 403]);
  });

  it('stops the start when it has other columns', async () => {
    await expect(start([Memo], { rolesTable: 'memos' })).rejects.toMatchObject({ code: 'ROLES_UNREADABLE' });
  });
});
