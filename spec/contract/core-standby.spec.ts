import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { Application, BadRequestException, Container, type Plugin, StartError, UnreachableError } from '../../lib/core';
import { runProgram } from '../support/core/run-program';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const DETAIL = 'The stock cannot be reached right now: try again.';
const REJECTED = { status: 503, body: { title: 'Service Unavailable', detail: DETAIL } };
/** A retry a second. */
const WITHIN_MS = 2000;

let isThere: boolean;
let events: string[];

/** Answers for something outside. */
class Stock implements Plugin {
  init(application: Application) {
    if (!isThere) throw new UnreachableError(DETAIL, { cause: new Error('connect ECONNREFUSED') });
    events.push('init');
    this.inspect(application);
  }
  inspect(application: Application) {
    application.resource(Counts).builder('/stock').action('GET', 'count');
  }
  destroy() {
    events.push('destroy');
  }
}

class Counts {
  count() {
    return { count: 3 };
  }
}

class Own {
  status() {
    return { status: 'up' };
  }
  needy() {
    if (!events.includes('init')) throw new TypeError('stock is undefined');
    return 'counted';
  }
  strict() {
    throw new BadRequestException('Too small.');
  }
}

class ShelfApplication extends Application {
  override registerPlugins() {
    this.registerPlugin(new Stock());
  }
  override defineRoutes() {
    for (const method of ['status', 'needy', 'strict'] as const)
      this.resource(Own).builder(`/own/${method}`).action('GET', method);
  }
}

let served: ServedSpec | undefined;
const application = () => served!.container.applications[0]!;

beforeEach(() => {
  isThere = false;
  events = [];
});
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

describe('An application that cannot reach what a plugin needs', () => {
  beforeEach(async () => {
    served = await serveApplication(ShelfApplication);
  });

  it('serves its own routes', async () => {
    expect(application().isStarted).toBe(false);
    expect(await served!.request('/own/status')).toMatchObject({ status: 200, body: { status: 'up' } });
    expect(await served!.request('/own/strict')).toMatchObject({ status: 400, body: { detail: 'Too small.' } });
  });

  it.each([
    ['a route of the plugin', '/stock'],
    ['a path that it may know later', '/stocks/3'],
    ['a route of its own that fails', '/own/needy'],
  ])('rejects %s with 503', async (_, path) => {
    const response = await served!.request(path);

    expect(response).toMatchObject(REJECTED);
    expect(response.headers.get('Retry-After')).toBe('1');
  });

  it('serves everything as soon as it can, with plugins that are initialised once', async () => {
    const begun = performance.now();
    isThere = true;
    await served!.container.ready();

    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
    expect(application().isStarted).toBe(true);
    expect(await served!.request('/stock')).toMatchObject({ status: 200, body: { count: 3 } });
    expect(await served!.request('/own/needy')).toMatchObject({ status: 200, body: 'counted' });
    expect((await served!.request('/stocks/3')).status).toBe(404);
    await served!.stop();
    expect(events).toEqual(['init', 'destroy']);
  });

  it('is stopped at once, and can be started again', async () => {
    const ready = application().ready();
    const begun = performance.now();
    await served!.stop();

    expect(performance.now() - begun).toBeLessThan(WITHIN_MS / 2);
    await expect(ready).rejects.toThrow(StartError);
    isThere = true;
    const again = await serveApplication(ShelfApplication);
    expect((await again.request('/stock')).status).toBe(200);
    await again.stop();
  });
});

describe('A Koa app with an application that cannot reach what a plugin needs', () => {
  it('serves what it can, and everything later, by the same middleware', async () => {
    const embedded = new ShelfApplication({ configuration: { name: 'shelf' }, configDir: __dirname });
    await embedded.start();
    const server = new Koa().use(embedded.middleware()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const before = [await statusOf('/own/status'), await statusOf('/stock')];
    isThere = true;
    await embedded.ready();

    expect([before, await statusOf('/stock')]).toEqual([[200, 503], 200]);
    server.close();
    await embedded.stop();
  });
});

describe('The start without what a plugin needs', () => {
  it('is over at once when all is there', async () => {
    isThere = true;
    served = await serveApplication(ShelfApplication);

    await expect(served!.container.ready()).resolves.toBeUndefined();
  });

  it('has to come before the wait for everything', async () => {
    await expect(new Container().ready()).rejects.toThrow(StartError);
    await expect(new ShelfApplication().ready()).rejects.toThrow(StartError);
  });

  it('fails because of a mistake in the routes', async () => {
    class Mistaken extends ShelfApplication {
      override defineRoutes() {
        super.defineRoutes();
        this.resource(Own).builder('/own/status').action('GET', 'needy');
      }
    }

    await expect(serveApplication(Mistaken)).rejects.toThrow('match the same requests');
  });
});

describe('An application that cannot start with what it has reached', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'standby-'));
    writeFileSync(join(folder, 'container.yml'), 'name: shelf\nserver: { connectors: [{ port: 0 }] }\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('ends the process with exit code 1, and logs the reason', async () => {
    const program = runProgram(
      folder,
      `let tries = 0;
       const stock = {
         init() {
           if (tries++ > 0) throw new Error('The stock has another version.');
           throw new core.UnreachableError('Not there.', { cause: new Error('connect ECONNREFUSED') });
         },
         destroy() {},
       };
       class Shelf extends core.Application {
         registerPlugins() { this.registerPlugin(stock); }
       }
       core.run(new core.Container({ applications: [new Shelf({ configuration: { name: 'shelf' } })] }));`,
    );

    await program.printed('listens at');
    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('Shelf stands by, since it waits for something outside: connect ECONNREFUSED');
    expect(program.output).toContain('The stock has another version.');
  });
});
