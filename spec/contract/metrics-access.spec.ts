import { Table } from 'sequelize-typescript';
import { Application } from '../../lib/application';
import { Container } from '../../lib/core';
import { PackageError } from '../../lib/foundation';
import { AggregateRoot, type DomainClass } from '../../lib/metadata';
import { loadPromClient } from '../../lib/observability/metrics/prom-client';
import { BaseDomain } from '../../lib/persistence';
import { parseExposition, totalOf } from '../support/exposition';
import { HARBOUR, HarbourApplication, type MeasuredHarbour, serveHarbour } from '../support/measured-harbour';
import { POOL } from '../support/pool';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ServeOptions, serve } from '../support/serve-shop';
import { createTestDatabase, dialect } from '../support/test-database';

const DURATION = 'http_server_request_duration_seconds_count';

@AggregateRoot
@Table({ tableName: 'quays' })
class Quay extends BaseDomain {}

class QuayApplication extends Application {}

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

function harbourWithoutAdminPort(settings: Record<string, unknown>, options: ServeOptions = {}) {
  return serve(HARBOUR, { Class: HarbourApplication as never, settings, ...options });
}

describe('/metrics of an application', () => {
  const secured = { authenticators: [namedByHeader], authorizer: permittedByName };

  it('requires metrics.permissions, and is in no document', async () => {
    const served = await harbourWithoutAdminPort({ metrics: { permissions: ['scrape', 'watch'] } }, secured);
    stop = served.stop;

    expect((await fetch(`${served.address}/metrics`)).status).toBe(401);
    expect((await fetch(`${served.address}/metrics`, { headers: holding('scrape') })).status).toBe(403);
    const response = await fetch(`${served.address}/metrics`, { headers: holding('scrape', 'watch') });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const exposed = parseExposition(await response.text());
    expect(totalOf(exposed, DURATION, { http_route: '/metrics', http_response_status_code: '401' })).toBe(1);
    expect((await served.request('GET', '/api/shop/openapi.json')).body.paths).not.toHaveProperty('/metrics');
  });

  it('takes what Prometheus accepts', async () => {
    const served = await harbourWithoutAdminPort({ metrics: { permissions: ['scrape'] } }, secured);
    stop = served.stop;
    const accept =
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,text/plain;q=0.3,*/*;q=0.1';

    const { status } = await fetch(`${served.address}/metrics`, { headers: { ...holding('scrape'), accept } });
    expect(status).toBe(200);
  });

  it('is absent without permissions, and nothing is measured', async () => {
    const served = await harbourWithoutAdminPort({}, secured);
    stop = served.stop;

    expect((await fetch(`${served.address}/metrics`, { headers: holding('scrape') })).status).toBe(404);
    expect(served.container.metrics).toBeUndefined();
    expect(served.application.served!.observers).toEqual([]);
  });
});

describe('/metrics of the admin port', () => {
  it('is absent with `metrics: off`', async () => {
    const served = await serveHarbour({ settings: { metrics: 'off' } });
    stop = served.stop;

    expect((await fetch(`${served.container.adminAddress}/metrics`)).status).toBe(404);
    expect(served.application.served!.observers).toEqual([]);
  });

  it('has all applications of the container, and the process once', async () => {
    const database = await createTestDatabase();
    const db = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
    const optionsOf = (name: string, domain: readonly object[]) => ({
      configDir: __dirname,
      domain: domain as DomainClass[],
      configuration: { name, db },
    });
    const container = new Container({
      configDir: __dirname,
      applications: [
        new HarbourApplication(optionsOf('harbour', HARBOUR)),
        new QuayApplication(optionsOf('quay', [Quay])),
      ],
      configuration: {
        server: { connectors: [{ port: 0, scheme: 'http' }], admin: { port: 0 } },
        mounts: { HarbourApplication: '/harbour', QuayApplication: '/quay' },
      },
    });
    await container.start();
    stop = async () => {
      await container.stop();
      await database.drop();
    };
    const [address] = container.addresses;
    for (const path of ['/harbour/harbours', '/harbour/harbours', '/quay/ships']) await fetch(address + path);
    const exposed = parseExposition(await (await fetch(`${container.adminAddress}/metrics`)).text());

    expect(totalOf(exposed, DURATION, { application: 'harbour', http_route: '/harbours' })).toBe(2);
    expect(totalOf(exposed, DURATION, { application: 'quay', http_response_status_code: '404' })).toBe(1);
    expect(totalOf(exposed, 'http_server_active_requests', { application: 'quay' })).toBe(0);
    const pools = exposed.get('db_client_connection_max')!.samples.map(({ labels }) => labels.application);
    expect(pools).toEqual(dialect === 'mysql' ? ['harbour'] : []);
    expect(exposed.get('process_cpu_seconds_total')?.samples).toHaveLength(1);
    expect(exposed.get('nodejs_eventloop_lag_p99_seconds')?.samples).toHaveLength(1);
    const names = (await container.metrics!.data()).map((metric) => (metric as { name: string }).name);
    expect([...names].sort()).toEqual([...exposed.keys()].sort());
  });

  it('begins anew with each start of the container', async () => {
    const served: MeasuredHarbour = await serveHarbour();
    stop = served.stop;
    await served.request('GET', '/harbours');
    expect(totalOf(await served.scrape(), DURATION)).toBe(1);
    await served.container.stop();
    expect(served.container.metrics).toBeUndefined();
    await served.container.start();

    expect(totalOf(await served.scrape(), DURATION)).toBeUndefined();
  });
});

describe('Metrics without prom-client', () => {
  it('name the package, and the way without it', () => {
    expect(() =>
      loadPromClient('shop', '/', (_name, _root, missing) => {
        throw missing();
      }),
    ).toThrow(new PackageError('PACKAGE_MISSING', 'shop collects metrics, which', 'prom-client', 'set metrics: off'));
  });
});
