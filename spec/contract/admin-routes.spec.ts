import { Column, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, Collection, type EntityId, type Request, Resource } from '../../lib';
import type { RouteDefinition } from '../../lib/core';
import { RouteListing } from '../../lib/rest/admin/route-listing';
import { Authorizer } from '../../lib/security';
import { RequiredKeyOf } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ServeOptions, serve, useServed } from '../support/serve-shop';

@Table({ tableName: 'ledger_lines' })
class LedgerLine extends BaseDomain {
  @RequiredKeyOf(() => Ledger) declare ledgerId: EntityId;
}

@AggregateRoot({ delete: false })
@Table({ tableName: 'ledgers' })
class Ledger extends BaseDomain {
  @Column declare name: string;
  @Collection({ create: false, update: false, delete: false }) @HasMany(() => LedgerLine) declare lines: LedgerLine[];
}

@AggregateRoot
@Table({ tableName: 'labels' })
class Label extends BaseDomain {}

@Resource(Ledger)
class LedgerResource {
  listLedgers(): unknown {
    return [];
  }

  balance({ id }: Request): string {
    return id;
  }
}

class Home {
  home(): string {
    return 'hello';
  }
}

class LedgerApplication extends Application {
  override defineRoutes(): void {
    this.resource(Home).builder('/').action('GET', 'home');
    const balances = this.resource(LedgerResource).builder('{id}/balance');
    balances.action('GET', 'balance').attribute(Authorizer.PERMISSIONS, 'read_ledger, audit');
  }
}

/** Other specs cover the routes of the documents. */
const settings = { apidocs: { serve: 'none' } };

const served = useServed([Ledger, LedgerLine], {
  Class: LedgerApplication,
  resources: [LedgerResource],
  authenticators: [namedByHeader],
  settings,
});

const generated = (method: string, path: string, name: string) => ({
  method,
  path,
  name,
  resource: 'generated',
  permissions: [],
  query_params: [],
});

const LEDGERS = [
  { ...generated('GET', '/ledgers', 'listLedgers'), resource: 'LedgerResource' },
  generated('POST', '/ledgers', 'createLedger'),
  generated('GET', '/ledgers/{id}', 'readLedger'),
  generated('PATCH', '/ledgers/{id}', 'updateLedger'),
  { ...generated('PATCH', '/ledgers/{id}', 'batchLedger'), media_type: 'application/vnd.koaggregate.batch+json' },
  generated('PUT', '/ledgers/{id}', 'updateLedger'),
  {
    ...generated('GET', '/ledgers/{id}/balance', 'balance'),
    resource: 'LedgerResource',
    permissions: ['read_ledger', 'audit'],
  },
  generated('GET', '/ledgers/{ledger_id}/lines', 'listLedgerLines'),
  generated('GET', '/ledgers/{ledger_id}/lines/{id}', 'readLedgerLine'),
];

describe('GET {base_url}/admin/routes/<resource>', () => {
  it('lists the routes of a resource in order: overridden, hand-written and generated ones, but no excluded operations', async () => {
    const { status, body } = await served.request('GET', '/admin/routes/ledgers', undefined, holding());

    expect(status).toBe(200);
    expect(body.map(withoutParameters)).toEqual(LEDGERS);
  });

  it('responds 404 to an unknown resource, and names the known ones that have a name', async () => {
    const { status, body } = await served.request('GET', '/admin/routes/orders', undefined, holding());

    expect(status).toBe(404);
    expect(body.detail).toBe('No resource "orders" was found. Known resources: admin, ledgers.');
  });
});

const LISTING = { resource: 'RouteListing', permissions: ['authenticated'] };

describe('GET {base_url}/admin/routes', () => {
  it('lists all routes, including its own', async () => {
    const { status, body } = await served.request('GET', '/admin/routes', undefined, holding());

    expect(status).toBe(200);
    const own = [
      { ...generated('GET', '/', 'home'), resource: 'Home' },
      { ...generated('GET', '/admin/routes', 'listRoutes'), ...LISTING },
      { ...generated('GET', '/admin/routes/{resource}', 'readRoutes'), ...LISTING },
    ];
    expect(body.map(withoutParameters)).toEqual([...own, ...LEDGERS]);
  });
});

describe('Access to the route listing', () => {
  const known: ServeOptions = { authenticators: [namedByHeader], authorizer: permittedByName };
  const statuses = async (admin: Record<string, unknown>, options: ServeOptions, security = {}) => {
    const one = await serve([Label], { settings: { admin, security }, ...options });
    const askers = [undefined, holding(), holding('ops'), holding('ops', 'routes')];
    const asked = ['/admin/routes', '/admin/routes/labels'].flatMap((path) =>
      askers.map(async (headers) => (await one.request('GET', path, undefined, headers)).status),
    );
    const found = await Promise.all(asked);
    await one.stop();
    return [found.slice(0, 4), found.slice(4)];
  };
  const alike = (...expected: readonly number[]) => [expected, expected];

  it('is open to any principal when authentication is configured, and to everyone otherwise', async () => {
    expect(await statuses({}, known)).toEqual(alike(401, 200, 200, 200));
    expect(await statuses({}, {})).toEqual(alike(200, 200, 200, 200));
  });

  it('requires all permissions of admin.permissions', async () => {
    expect(await statuses({ permissions: ['ops', 'routes'] }, known)).toEqual(alike(401, 403, 403, 200));
  });

  it('is open to everyone with admin.routes: public, even when other routes require credentials', async () => {
    expect(await statuses({ routes: 'public' }, known)).toEqual(alike(200, 200, 200, 200));
    expect(await statuses({ routes: 'public' }, known, { authenticate: 'always' })).toEqual(alike(200, 200, 200, 200));
  });

  it('is closed to everyone with admin.routes: off', async () => {
    expect(await statuses({ routes: 'off' }, known)).toEqual(alike(404, 404, 404, 404));
  });

  it.each([
    [
      'public and requires a permission',
      { routes: 'public', permissions: ['ops'] },
      known,
      ['SECURED_AND_PUBLIC', 'SECURED_AND_PUBLIC'],
    ],
    ['protected without an authenticator', { permissions: ['ops'] }, {}, ['AUTHENTICATOR_MISSING']],
  ])('stops the start when it is %s, with an error for each of its routes', async (_, admin, options, codes) => {
    const error = await statuses(admin, options).catch((error) => error);

    expect((error.mistakes ?? [error]).map(({ code }: { code: string }) => code)).toEqual(codes);
  });
});

describe('A listed route', () => {
  it('describes its query parameters', () => {
    const route = {
      method: 'GET',
      path: '/a',
      name: 'a',
      queryParameters: ['b', 'c'],
      handle: () => undefined,
    } as const;

    const [listed] = new RouteListing({ routes: [route as RouteDefinition] }).listRoutes();

    expect(listed!.query_params).toEqual(['b', 'c']);
  });
});

/** Without the query parameters, which other specs cover. */
function withoutParameters(route: object): object {
  return { ...route, query_params: [] };
}
