import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Application, type Plugin } from '../../lib/core';
import { readResponse, type ServedSpec, serveApplication } from '../support/core/serve-application';

let initialise: () => Promise<void>;
let destroy: () => Promise<void>;
let started: number;

/** Starts and stops when the spec says so. */
class Warehouse implements Plugin {
  async init() {
    started++;
    await initialise();
  }
  destroy() {
    return destroy();
  }
}

class Crates {
  read() {
    return 'crates';
  }
}

class DepotApplication extends Application {
  override registerPlugins() {
    this.registerPlugin(new Warehouse());
  }
  override defineRoutes() {
    this.resource(Crates).builder('/crates').action('GET', 'read');
  }
}

class MeasuredApplication extends DepotApplication {
  override defineRoutes() {
    this.sharedMetrics.metrics = {
      text: async () => ({ contentType: 'text/plain; version=0.0.4; charset=utf-8', text: 'crates 3\n' }),
      data: async () => [],
      sum: () => Promise.reject(new Error('There is one process.')),
    };
  }
}

const nothing = async () => undefined;
const PUBLIC = { connectors: [{ port: 0, scheme: 'http' }] };
let served: ServedSpec | undefined;

async function serve(
  configuration: Record<string, unknown> = {},
  Class: typeof DepotApplication = DepotApplication,
): Promise<{ ask: (path: string, init?: RequestInit) => ReturnType<typeof readResponse> }> {
  served = await serveApplication(Class, {}, { configuration: { server: withAdmin({ port: 0 }), ...configuration } });
  return { ask: async (path, init) => readResponse(await fetch(served!.container.adminAddress + path, init)) };
}

function withAdmin(admin: object): object {
  return { ...PUBLIC, admin };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

beforeEach(() => {
  [initialise, destroy, started] = [nothing, nothing, 0];
});
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

describe('The admin port', () => {
  it('serves the health, and nothing of the applications', async () => {
    const { ask } = await serve();

    expect(served!.container.adminAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(served!.container.addresses).not.toContain(served!.container.adminAddress);
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(await ask('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await ask('/crates')).toMatchObject({ status: 404, body: { title: 'Not Found' } });
    expect((await served!.request('/crates')).status).toBe(200);
  });

  it('serves the health even if `health: off` removes it from the other ports', async () => {
    const { ask } = await serve({ health: 'off' });

    expect((await ask('/health/ready')).status).toBe(200);
    expect((await served!.request('/health/ready')).status).toBe(404);
  });

  it('has no metrics if no application collects any', async () => {
    const { ask } = await serve();

    expect(await ask('/metrics')).toMatchObject({
      status: 404,
      body: { detail: 'No application collects metrics.' },
    });
    expect(served!.container.metrics).toBeUndefined();
  });

  it('serves metrics, which the other ports do not', async () => {
    const { ask } = await serve({}, MeasuredApplication);

    const metrics = await ask('/metrics?x=1');
    expect(metrics).toMatchObject({ status: 200, text: 'crates 3\n' });
    expect(metrics.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(metrics.headers.get('Cache-Control')).toBe('no-store');
    expect(await ask('/metrics', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect((await ask('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await served!.request('/metrics')).status).toBe(404);
    expect(await served!.container.metrics!.text()).toMatchObject({ text: 'crates 3\n' });
  });

  it('is absent without server.admin', async () => {
    await serve({ server: PUBLIC });

    expect(served!.container.adminAddress).toBeUndefined();
  });

  it('is in the listing of the configuration', async () => {
    await serve();

    const [own] = served!.container.describe();
    const keys = ['server.admin.host', 'server.admin.port'];
    expect(own!.entries.filter(({ key }) => keys.includes(key)).map(({ value }) => value)).toEqual([0, '127.0.0.1']);
  });
});

describe('The admin port of a container that starts', () => {
  it('is open before the applications, which are not ready until the other ports are open', async () => {
    const port = await freePort();
    let goOn = () => undefined as void;
    initialise = () => new Promise((resolve) => (goOn = resolve));
    const starting = serve({ server: withAdmin({ port }) });
    const ask = async (page: string) => readResponse(await fetch(`http://127.0.0.1:${port}/health/${page}`));
    while (started === 0) await pause(5);

    expect((await ask('live')).status).toBe(200);
    expect(await ask('ready')).toMatchObject({
      status: 503,
      body: { status: 'not ready', applications: { spec: { reason: 'not started' } } },
    });
    goOn();
    await starting;
    expect((await ask('ready')).status).toBe(200);
  });

  it('stops the start if it is taken, before an application has started', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;

    await expect(serve({ server: withAdmin({ port }) })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `The port ${port} is in use: choose another at server.admin.port in config/container.yml.`,
    });
    expect(started).toBe(0);
    taken.close();
  });

  it.each([{ port: 70_000 }, { host: '127.0.0.1' }, { port: 0, ssl: {} }])('rejects %j', async (admin) => {
    await expect(serve({ server: withAdmin(admin) })).rejects.toThrow(/server\.admin/);
  });
});

describe('The admin port of a container that stops', () => {
  it('says so until the applications have stopped', async () => {
    const { ask } = await serve();
    const { addresses } = served!.container;
    let goOn = () => undefined as void;
    let isStopping = false;
    destroy = () =>
      new Promise((resolve) => {
        isStopping = true;
        goOn = resolve;
      });
    const stopping = served!.stop();
    while (!isStopping) await pause(5);

    expect(await ask('/health/ready')).toMatchObject({ status: 503, body: { status: 'stopping' } });
    await expect(fetch(`${addresses[0] ?? served!.address}/crates`)).rejects.toThrow();
    goOn();
    await stopping;
    expect(served!.container.adminAddress).toBeUndefined();
  });
});
