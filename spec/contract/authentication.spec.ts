import { Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId } from '../../lib';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { Public, Secure } from '../../lib/security';
import { CLUB, Club } from '../support/domain/club';
import { basic, bearer, JWT, SECRET_HASH } from '../support/security/credentials';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

const permissions = ['club.get', 'club.post', 'club.put', 'budget.read', 'budget.write'];
const security = {
  basic: { realm: 'clubs' },
  jwt: { ...JWT, permissionsClaim: 'scope' },
  users: { ada: { passwordHash: SECRET_HASH, roles: ['manager'] }, eve: { passwordHash: SECRET_HASH } },
  roles: { manager: permissions },
};
const manager = { sub: 'ada', roles: ['manager'] };

let served: Served;
const statusOf = async (method: string, path: string, headers?: Record<string, string>, body?: unknown) =>
  (await served.request(method, path, body, headers)).status;

describe('A generated route that needs a permission', () => {
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
    ['of a token whose role nobody has heard of', bearer({ sub: 'ada', roles: ['__proto__', 'boss'] }), 403],
    ['that are wrong', basic('ada', 'wrong'), 401],
    ['of nobody', basic('nobody'), 401],
    ['of a token for others', bearer({ ...manager, aud: 'others' }), 401],
    ['of a token that has expired', bearer({ ...manager, exp: 1 }), 401],
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

describe('A domain model', () => {
  @Secure({ method: 'POST', permissions: ['posters.create'] })
  @Secure({ method: 'PUT', permissions: ['posters.update'] })
  @Public({ method: 'DELETE' })
  @AggregateRoot
  @Table({ tableName: 'posters' })
  class Poster extends BaseDomain {
    @Column
    declare title: string;
  }

  @AggregateRoot
  @Table({ tableName: 'idle_actions' })
  class IdleAction extends BaseDomain {
    @Secure({ method: 'POST', permissions: ['idle.run'] })
    @Action({ value: 'run' })
    run(): void {}
  }

  @AggregateRoot
  @Table({ tableName: 'idle_columns' })
  class IdleColumn extends BaseDomain {
    @Secure({ method: 'DELETE', permissions: ['idle.delete'] })
    @Column
    declare name: string;
  }

  @Public({ method: 'POST' })
  @AggregateRoot
  @Table({ tableName: 'visitors' })
  class Visitor extends BaseDomain {
    @Column
    declare name: string;
  }

  @Public()
  @Secure({ method: 'POST', permissions: ['contradictions.create'] })
  @AggregateRoot
  @Table({ tableName: 'contradictions' })
  class Contradiction extends BaseDomain {
    @Column
    declare name: string;
  }

  @AggregateRoot
  @Table({ tableName: 'public_columns' })
  class PublicColumn extends BaseDomain {
    @Public()
    @Column
    declare name: string;
  }

  @AggregateRoot
  @Table({ tableName: 'public_actions' })
  class PublicAction extends BaseDomain {
    @Public({ method: 'POST' })
    @Action({ value: 'run' })
    run(): void {}
  }

  @AggregateRoot
  @Table({ tableName: 'public_parents' })
  class PublicParent extends BaseDomain {
    @HasMany(() => PublicChild)
    declare children: PublicChild[];
  }

  @Public()
  @Table({ tableName: 'public_children' })
  class PublicChild extends BaseDomain {
    @ForeignKey(() => PublicParent)
    @Column(DataType.BIGINT)
    declare publicParentId: EntityId;
  }

  @Public()
  @AggregateRoot
  @Table({ tableName: 'guests' })
  class Guest extends BaseDomain {
    @Collection({ update: false, delete: false })
    @HasMany(() => Visit)
    declare visits: Visit[];

    @Public()
    @Collection({ update: false })
    @HasMany(() => Wish)
    declare wishes: Wish[];

    @Public({ method: 'PUT' })
    @Action({ value: 'wave' })
    wave(): void {}
  }

  @Table({ tableName: 'visits' })
  class Visit extends BaseDomain {
    @ForeignKey(() => Guest)
    @Column(DataType.BIGINT)
    declare guestId: EntityId;
  }

  @Table({ tableName: 'wishes' })
  class Wish extends BaseDomain {
    @ForeignKey(() => Guest)
    @Column(DataType.BIGINT)
    declare guestId: EntityId;
  }

  class ModelApplication extends Application {}

  const start = async (types: readonly unknown[], settings: Record<string, unknown>, options: ServeOptions = {}) => {
    served = await serve(types, { Class: ModelApplication, settings: { security: settings }, ...options });
  };
  const refusal = async (types: readonly unknown[], settings: Record<string, unknown>) => {
    const error = await start(types, settings).then(
      () => served.stop(),
      (reason: Error & { code?: string }) => reason,
    );
    return error ? error.code : undefined;
  };

  it('does not start with @Secure where nothing can tell who sends a request', async () => {
    expect(await refusal([Poster], {})).toBe('AUTHENTICATOR_MISSING');
    expect(await refusal([Poster], security)).toBeUndefined();
  });

  it('does not start with a mark for a method that is never asked for there', async () => {
    expect(await refusal([IdleAction], security)).toBe('SECURE_METHOD_IDLE');
    expect(await refusal([IdleColumn], security)).toBe('SECURE_METHOD_IDLE');
  });

  it('does not start, in strict mode, with a write route that has no mark', async () => {
    expect(await refusal([Poster], { ...security, strict: true })).toBeUndefined();
    expect(await refusal([Visitor], { ...security, strict: true })).toBe('ROUTES_UNPROTECTED');
    expect(await refusal([Visitor], security)).toBeUndefined();
  });

  it.each<[string, readonly unknown[], string]>([
    ['a column', [PublicColumn], 'PublicColumn.name opens no route: put it on an aggregate root, a collection or'],
    [
      'an action, for a method that it has no route for',
      [PublicAction],
      'PublicAction.run opens no route: write PUT, or',
    ],
    [
      'a class that is no root',
      [PublicParent, PublicChild],
      'PublicChild opens no route: put it on an aggregate root, a collection or',
    ],
  ])('does not start with @Public on %s', async (_, types, message) => {
    await expect(start(types, security)).rejects.toThrow(`@Public on ${message}`);
  });

  it('warns once of write routes without a mark, where @Secure is used', async () => {
    const warned: string[] = [];
    const logger = { info: () => undefined, warn: (line: string) => warned.push(line), error: console.error };
    class WarnedApplication extends Application {
      constructor(options: ApplicationOptions) {
        super({ ...options, logger });
      }
    }
    const Class = WarnedApplication;

    await start([Poster, Visitor, Guest, Visit, Wish], security, { Class });
    await served.stop();
    await start([Visitor, Guest, Visit, Wish], security, { Class });
    await served.stop();

    expect(warned).toEqual([
      'These routes write without a permission: PUT /visitors/{id}, PATCH /visitors/{id}, DELETE /visitors/{id}, POST /guests/{guest_id}/visits. Mark them @Secure, or @Public where they are open on purpose; security.strict: true refuses to start with them.',
    ]);
    expect(await refusal([Poster, Guest, Visit, Wish], { ...security, strict: true })).toBe('ROUTES_UNPROTECTED');
  });

  it('does not start with a route that is public and needs a permission', async () => {
    expect(await refusal([Contradiction], security)).toBe('SECURED_AND_PUBLIC');
  });

  it('is open by @Public where all else needs credentials, for that method alone', async () => {
    await start([Visitor], { ...security, authenticate: 'always' });

    const statuses = [
      await statusOf('POST', '/visitors', {}, { name: 'Ada' }),
      await statusOf('GET', '/visitors'),
      await statusOf('DELETE', '/visitors/1'),
      await statusOf('GET', '/visitors', basic('eve')),
    ];
    await served.stop();

    expect(statuses).toEqual([201, 401, 401, 200]);
  });
});
