import { once } from 'node:events';
import { createServer } from 'node:net';
import { Application, type Bundle, type Plugin, StartError } from '../../lib/core';
import { container, freePort, PORT, shop, silent } from '../support/core/named-applications';

let events: string[];
let fails: string;
const step = (name: string) => {
  events.push(name);
  if (name === fails) throw new Error(`fails at ${name}`);
};
const bundle = (name: string): Bundle => ({
  init: () => step(`${name}.init`),
  start: async () => step(`${name}.start`),
  stop: () => step(`${name}.stop`),
});
const plugin = (name: string): Plugin => ({
  init: () => step(`${name}.init`),
  destroy: async () => step(`${name}.destroy`),
});
const living = () => {
  class LivingApplication extends Application {
    override registerPlugins() {
      this.registerPlugin(plugin('q'));
    }
    override defineResources() {
      step('resources');
    }
    override defineRoutes() {
      step('routes');
    }
    override addFilters() {
      step('filters');
    }
    override mapExceptions() {
      super.mapExceptions();
      step('exceptions');
    }
  }
  const application = new LivingApplication({
    configDir: __dirname,
    logger: silent,
    configuration: { name: 'living' },
  });
  application.registerPlugin(plugin('p'));
  return container({}, { applications: [application], bundles: [bundle('a'), bundle('b')] });
};
beforeEach(() => {
  events = [];
  fails = '';
});

const START = [
  'a.init',
  'b.init',
  'p.init',
  'q.init',
  'resources',
  'routes',
  'filters',
  'exceptions',
  'a.start',
  'b.start',
];

describe('The start of a container', () => {
  it('initialises bundles, then applications and their plugins in order, and starts bundles before the ports open', async () => {
    const started = living();

    await started.start();

    expect(events).toEqual(START);
    expect(started.addresses).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    await started.stop();
    expect(events.slice(START.length)).toEqual(['b.stop', 'a.stop', 'p.destroy', 'q.destroy']);
  });

  it('is possible again after a stop', async () => {
    const started = living();
    await started.start();
    await started.stop();
    events = [];

    await started.start();
    await started.stop();

    expect(events.slice(0, START.length)).toEqual(START);
  });

  it.each([
    ['b.init', ['a.stop']],
    ['q.init', ['p.destroy', 'b.stop', 'a.stop']],
    ['filters', ['p.destroy', 'q.destroy', 'b.stop', 'a.stop']],
    ['b.start', ['a.stop', 'p.destroy', 'q.destroy', 'b.stop']],
  ])('undoes its steps when %s fails, and rejects with the reason', async (at, undone) => {
    fails = at;
    const started = living();

    await expect(started.start()).rejects.toThrow(`fails at ${at}`);

    expect(events.slice(events.indexOf(at) + 1)).toEqual(undone);
    expect(started.addresses).toEqual([]);
  });
});

describe('The stop of a container', () => {
  it('stops everything even when one step fails, and rejects with the reason', async () => {
    const started = living();
    await started.start();
    fails = 'b.stop';

    await expect(started.stop()).rejects.toThrow('fails at b.stop');

    expect(events.slice(START.length)).toEqual(['b.stop', 'a.stop', 'p.destroy', 'q.destroy']);
  });

  it('finishes requests in flight, and accepts no new ones', async () => {
    const started = container({}, { applications: [shop()] });
    await started.start();
    const [address] = started.addresses;
    const pending = fetch(`${address}/slow`);
    await new Promise((resolve) => setTimeout(resolve, 50));

    const stopped = started.stop();
    const response = await pending;
    const text = await response.text();
    await stopped;

    expect(text).toBe('"slow"');
    await expect(fetch(`${address}/who`)).rejects.toThrow();
  });

  it('aborts requests that take longer than the timeout of the stop', async () => {
    const started = container({ server: { ...PORT.server, shutdownTimeoutMs: 20 } }, { applications: [shop()] });
    await started.start();
    const pending = fetch(`${started.addresses[0]}/slow`);
    pending.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));

    await started.stop();

    await expect(pending).rejects.toThrow();
  });
});

describe('A port of a container', () => {
  it('is rejected when it is in use, with port and key, and the ports opened before are closed', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const free = await freePort();
    const connectors = [{ port: free }, { port }];
    const started = container({ server: { connectors } }, { applications: [shop()] });

    const failure = await started.start().catch((error: unknown) => error);
    taken.close();

    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toContain(`port ${port} is in use: choose another at server.connectors.1.port`);
    await expect(fetch(`http://127.0.0.1:${free}/who`)).rejects.toThrow();
  });
});
