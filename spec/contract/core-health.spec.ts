import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { Application, type ContainerOptions, type Health, type Plugin, UnreachableError } from '../../lib/core';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

let answer: () => Promise<Health>;
let asked: number;
let filtered: number;
let isThere: boolean;

/** Says what the spec tells it. */
class Stock implements Plugin {
  init() {
    if (!isThere) throw new UnreachableError('The stock cannot be reached.', { cause: new Error('refused') });
  }
  health() {
    asked++;
    return answer();
  }
  destroy() {}
}

class Pages {
  read() {
    return 'own';
  }
}

class ShelfApplication extends Application {
  override registerPlugins() {
    this.registerPlugin(new Stock());
  }
  override addFilters() {
    this.addFilter({
      async doFilter(request, response, chain) {
        filtered++;
        await chain.doFilter(request, response);
      },
    });
  }
}

/** Has a route with the path of one of the pages. */
class TakingApplication extends ShelfApplication {
  override defineRoutes() {
    this.resource(Pages).builder('/health/{id}').action('GET', 'read');
  }
}

let served: ServedSpec | undefined;

async function serve(
  configuration: Record<string, unknown> = {},
  Class: typeof ShelfApplication = ShelfApplication,
  options: ContainerOptions = {},
) {
  served = await serveApplication(Class, {}, { ...options, configuration });
  return served;
}

beforeEach(() => {
  [asked, filtered, isThere] = [0, 0, true];
  answer = async () => ({ isReady: true, facts: { stock: 'full' } });
});
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

const READY = { status: 'ready', applications: { spec: { status: 'ready', stock: 'full' } } };

describe('The health of a container', () => {
  it('is live and ready at /health, without filters, and is not kept by caches', async () => {
    const { request } = await serve();

    expect(await request('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    const ready = await request('/health/ready?x=1');
    expect(ready).toMatchObject({ status: 200, body: READY });
    expect(ready.headers.get('Cache-Control')).toBe('no-store');
    expect(ready.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(filtered).toBe(0);
  });

  it('asks no plugin whether it is live, and each at most once a second whether it is ready', async () => {
    const { request } = await serve();
    for (let count = 0; count < 3; count++) await request('/health/live');
    expect(asked).toBe(0);

    await Promise.all(Array.from({ length: 20 }, () => request('/health/ready')));
    expect(asked).toBe(1);
    await pause(1010);
    await request('/health/ready');
    expect(asked).toBe(2);
  });

  it.each<[string, () => Promise<Health>, object]>([
    ['is not ready', async () => ({ isReady: false, facts: { stock: 'gone' } }), { stock: 'gone' }],
    ['is not ready, whatever its facts are', async () => ({ isReady: false, facts: { status: 'ready' } }), {}],
    ['throws, of which nothing is shown', () => Promise.reject(new Error('secret')), { Stock: 'failed' }],
    ['does not respond within a second', () => new Promise(() => undefined), { reason: 'no response within 1000 ms' }],
  ])('is 503 while a plugin %s', async (_, given, facts) => {
    answer = given;
    const { request } = await serve();

    const applications = { spec: { status: 'not ready', ...facts } };
    expect(await request('/health/ready')).toMatchObject({ status: 503, body: { status: 'not ready', applications } });
    expect((await request('/health/ready')).text).not.toContain('secret');
    expect((await request('/health/live')).status).toBe(200);
  });

  it('is live and not ready while the application stands by', async () => {
    isThere = false;
    const { request } = await serve();

    const applications = { spec: { status: 'not ready', reason: 'stands by' } };
    expect(await request('/health/ready')).toMatchObject({ status: 503, body: { applications } });
    expect((await request('/health/live')).status).toBe(200);
  });

  it('is stopping from the begin of a stop on, while requests are still served', async () => {
    const { request, container } = await serve({
      server: { connectors: [{ port: 0, scheme: 'http' }], drainDelayMs: 300 },
    });
    const stopping = container.stop();
    await pause(50);

    expect(await request('/health/ready')).toMatchObject({ status: 503, body: { status: 'stopping' } });
    expect((await request('/health/live')).status).toBe(200);
    await stopping;
    served = undefined;
  });

  it('accepts GET, HEAD and OPTIONS', async () => {
    const { request } = await serve();

    expect(await request('/health/ready', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const options = await request('/health/ready', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const posted = await request('/health/live', { method: 'POST' });
    expect(posted).toMatchObject({ status: 405, body: { title: 'Method Not Allowed' } });
    expect(posted.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('The path of the health', () => {
  it('is that of health.path, beside the base path', async () => {
    const { request } = await serve({ health: { path: '/-/state/' }, basePath: '/api' });

    expect((await request('/-/state/ready')).status).toBe(200);
    for (const path of ['/health/ready', '/api/-/state/ready', '/-/state', '/-/state/other'])
      expect((await request(path)).status).toBe(404);
  });

  it('is none with `health: off`', async () => {
    const { request } = await serve({ health: 'off' });

    for (const page of ['live', 'ready']) expect((await request(`/health/${page}`)).status).toBe(404);
  });

  it('is left to a route of an application, with a warning', async () => {
    const warn = jest.fn();
    const logger = { info: () => undefined, warn, error: () => undefined };
    const { request } = await serve({}, TakingApplication, { logger });

    expect((await request('/health/live')).text).toBe('"own"');
    expect(warn).toHaveBeenCalledWith(
      'TakingApplication has a route with the path of /health/live or /health/ready, and serves it: set health.path.',
    );
  });

  it('must be a path, or off', async () => {
    await expect(serve({ health: 'on' })).rejects.toThrow(/health/);
    await expect(serve({ health: { path: 'health' } })).rejects.toThrow(/health\.path/);
  });
});

describe('The health of an application in a Koa app', () => {
  async function inKoa(health?: string) {
    const application = new ShelfApplication({ configDir: __dirname, configuration: { name: 'spec' } });
    await application.start();
    const koa = new Koa().use(application.middleware({ prefix: '/shelf', ...(health && { health }) }));
    const server = koa.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    const stop = async () => {
      await application.stop();
      server.close();
    };
    return { get, stop, application };
  }

  it('has pages below its prefix if the middleware is told so, also once it has stopped', async () => {
    const { get, stop, application } = await inKoa('/health');

    expect(await get('/shelf/health/ready')).toEqual({ status: 200, text: JSON.stringify(READY) });
    expect((await get('/health/ready')).status).toBe(404);
    await application.stop();
    await pause(1010);
    expect((await get('/shelf/health/ready')).status).toBe(503);
    await stop();
  });

  it('refuses a path without a slash', async () => {
    await expect(inKoa('health')).rejects.toMatchObject({ code: 'MIDDLEWARE_HEALTH_INVALID' });
  });

  it('has none otherwise', async () => {
    const { get, stop } = await inKoa();

    expect((await get('/shelf/health/live')).status).toBe(404);
    await stop();
  });
});
