import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Application, type Bundle, Container, type Logger, type Plugin, type Request } from '../../lib/core';
import { itSideBySide } from '../support/side-by-side';

/** A stop that has to wait takes 10 s, server.shutdownTimeoutMs. */
const HELD_MS = 5000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<void>(() => undefined);
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
const POST = (length: number) =>
  `POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

class Slow {
  async read() {
    await pause(300);
    return 'slow';
  }
  held() {
    return new Promise<string>((resolve) => {
      release = () => resolve('held');
    });
  }
  quick() {
    return 'quick';
  }
  echo(request: Request) {
    return request.getContent();
  }
  async *list() {
    for (let index = 0; index < 6; index++) {
      yield index;
      await pause(50);
    }
  }
}

class StoppedApplication extends Application {
  override defineRoutes() {
    const slow = this.resource(Slow);
    slow.builder('/slow').action('GET', 'read');
    slow.builder('/held').action('GET', 'held');
    slow.builder('/quick').action('GET', 'quick');
    slow.builder('/list').action('GET', 'list');
    slow.builder('/echo').action('POST', 'echo');
  }
}

/** Sends the response to `/held`; undefined before its request has arrived. */
let release: (() => void) | undefined;
let events: string[];
let errors: unknown[][];
let container: Container;
const logger: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (...line) => void errors.push(line),
};

function application(...plugins: readonly Plugin[]): StoppedApplication {
  const made = new StoppedApplication({ configDir: __dirname, logger, configuration: { name: 'stopped' } });
  for (const plugin of plugins) made.registerPlugin(plugin);
  return made;
}

function containerOf(served: Application, bundles: readonly Bundle[] = [], shutdownTimeoutMs = 10_000): Container {
  container = new Container({
    configDir: __dirname,
    logger,
    applications: [served],
    bundles,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }], shutdownTimeoutMs } },
  });
  return container;
}

const plugin = (name: string, slow: Partial<Plugin> = {}, log = events): Plugin => ({
  init: () => void log.push(`${name}.init`),
  destroy: () => void log.push(`${name}.destroy`),
  ...slow,
});
const bundle = (name: string, slow: Partial<Bundle> = {}, log = events): Bundle => ({
  init: () => void log.push(`${name}.init`),
  start: () => void log.push(`${name}.start`),
  stop: () => void log.push(`${name}.stop`),
  ...slow,
});

function open({ addresses }: Container, text: string): { socket: Socket; received: () => string } {
  const { hostname, port } = new URL(addresses[0]!);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.write(text);
  return { socket, received: () => received };
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

beforeEach(() => {
  release = undefined;
  events = [];
  errors = [];
});

/** A test of a container that has started, and stops after it. */
function stopping(test: (container: Container) => Promise<void>): () => Promise<void> {
  return async () => {
    const started = containerOf(application());
    await started.start();
    await test(started).finally(() => started.stop());
  };
}

/** Such tests by their titles, in which the first part of a row replaces `%s`. */
function stoppingEach(
  title: string,
  rows: readonly (readonly [string, string])[],
  test: (container: Container, text: string) => Promise<void>,
): Record<string, () => Promise<void>> {
  return Object.fromEntries(
    rows.map(([name, text]) => [title.replace('%s', name), stopping((container) => test(container, text))]),
  );
}

describe('A stop', () => {
  itSideBySide({
    'sends Connection: close in responses in flight, and ends their connections': stopping(async (container) => {
      const { socket, received } = open(container, GET('/slow'));
      await pause(100);

      await Promise.all([once(socket, 'close'), container.stop()]);

      expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*"slow"$/);
    }),

    'waits for the end of a streamed list, and then ends the connection': stopping(async (container) => {
      const { socket, received } = open(container, GET('/list'));
      await once(socket, 'data');

      const took = await duration(() => Promise.all([once(socket, 'close'), container.stop()]));

      expect(received()).toMatch(/5[\s\S]*\r\n0\r\n\r\n$/);
      expect(took).toBeLessThan(3000);
    }),

    ...stoppingEach(
      'does not wait for a connection %s',
      [
        ['that has sent nothing', ''],
        ['that has sent half a head', 'GET /quick HTTP/1.1\r\nHo'],
        ['that is kept alive', GET('/quick')],
        ['that has sent half of the next head', `${GET('/quick')}GET /quick HT`],
      ],
      async (container, text) => {
        const { socket } = open(container, text);
        await pause(200);

        expect(await duration(() => container.stop())).toBeLessThan(HELD_MS);
        socket.destroy();
      },
    ),

    'does not wait for the rest of a body that does not arrive': stopping(async (container) => {
      const { socket } = open(container, `${POST(10)}"ab`);
      await pause(100);

      expect(await duration(() => container.stop())).toBeLessThan(4000);
      socket.destroy();
    }),

    'waits for a body that is still arriving': stopping(async (container) => {
      const { socket, received } = open(container, `${POST(32)}"`);
      await pause(100);
      const stopped = Promise.all([once(socket, 'close'), container.stop()]);
      for (let count = 0; count < 15; count++) {
        socket.write('aa');
        await pause(100);
      }
      socket.write('"');
      await stopped;

      expect(received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"a{30}"$/);
    }),

    ...stoppingEach(
      'does not wait for %s queued on a broken connection',
      [
        ['responses', GET('/slow')],
        [
          'the response to a malformed request',
          `${POST(10).replace('Content-Length: 10', 'Transfer-Encoding: chunked')}zz\r\n`,
        ],
      ],
      async (container, last) => {
        const { socket } = open(container, GET('/slow') + GET('/slow') + last);
        await pause(100);
        socket.destroy();
        await pause(600);

        expect(await duration(() => container.stop())).toBeLessThan(HELD_MS);
      },
    ),

    'that is called again waits for the first one': stopping(async (container) => {
      open(container, GET('/held'));
      while (!release) await pause(10);
      const ended: number[] = [];
      const stops = [1, 2].map((number) => container.stop().then(() => ended.push(number)));
      await pause(100);

      expect(ended).toEqual([]);
      release();
      await Promise.all(stops);
      expect(container.addresses).toEqual([]);
    }),
  });
});

describe('A step that does not end', () => {
  const delayed =
    (served: (log: string[]) => Application, bundles: (log: string[]) => readonly Bundle[]) => async () => {
      const log: string[] = [];
      const delaying = containerOf(served(log), bundles(log), 1100);
      await delaying.start();
      log.length = 0;

      const failure = await delaying.stop().catch((error: unknown) => error);

      expect(String(failure)).toMatch(/(destroy|stop)\(\) did not end within 1100 ms: .* server\.shutdownTimeoutMs/);
      expect(log.sort()).toEqual(['a.stop', 'q.destroy']);
      expect(delaying.addresses).toEqual([]);
    };
  const title = 'delays the stop by server.shutdownTimeoutMs only, while all others are stopped: a';

  itSideBySide({
    [`${title} plugin`]: delayed(
      (log) => application(plugin('p', { destroy: never }, log), plugin('q', {}, log)),
      (log) => [bundle('a', {}, log)],
    ),
    [`${title} bundle`]: delayed(
      (log) => application(plugin('q', {}, log)),
      (log) => [bundle('a', {}, log), bundle('b', { stop: never }, log)],
    ),
    'delays the stop of an application in a Koa app by its timeout only': async () => {
      const log: string[] = [];
      const alone = application(plugin('p', { destroy: never }, log), plugin('q', {}, log));
      await alone.start();

      await expect(alone.stop(1100)).rejects.toThrow('destroy() did not end within 1100 ms');

      expect(log).toContain('q.destroy');
      expect(alone.isStarted).toBe(false);
    },
  });
});

describe('A stop during the start', () => {
  it('undoes the completed steps in reverse order, and rejects the start', async () => {
    const slow = plugin('p', { init: () => pause(200) });
    const started = containerOf(application(slow, plugin('q')), [bundle('a'), bundle('b')]).start();
    const rejected = expect(started).rejects.toMatchObject({ code: 'STOPPED_DURING_START' });
    await pause(50);

    await container.stop();
    await rejected;

    expect(events).toEqual(['a.init', 'b.init', 'q.init', 'p.destroy', 'q.destroy', 'b.stop', 'a.stop']);
    expect(container.addresses).toEqual([]);
    await container.start();
    expect(container.addresses).toHaveLength(1);
    await container.stop();
  });

  it('does not wait for ever for a step that does not end', async () => {
    const served = application(plugin('q'), plugin('p', { init: never }));
    void containerOf(served, [bundle('a')], 1100).start();
    await pause(50);

    const failure = await container.stop().catch((error: unknown) => error);

    expect(String(failure)).toContain('Container.start() did not end within 1100 ms');
    expect(events).toEqual(['a.init', 'q.init', 'q.destroy', 'a.stop']);
  });

  it('of an application destroys its initialised plugins', async () => {
    const alone = application(plugin('p'), plugin('q', { init: () => pause(100) }), plugin('r'));
    const rejected = expect(alone.start()).rejects.toMatchObject({ code: 'STOPPED_DURING_START' });
    await pause(20);

    await alone.stop();
    await rejected;

    expect(events).toEqual(['p.init', 'p.destroy', 'q.destroy']);
    await alone.start();
    await alone.stop();
  });

  it('reports errors of the undone steps once, to the caller of stop()', async () => {
    const failing = bundle('a', {
      stop: () => {
        throw new Error('stays');
      },
    });
    const started = containerOf(application(plugin('p', { init: () => pause(100) })), [failing]).start();
    started.catch(() => undefined);
    await pause(20);

    await expect(container.stop()).rejects.toThrow('stays');

    expect(errors).toEqual([]);
  });
});

describe('A start that is called twice', () => {
  it('initialises the plugins of an application once', async () => {
    const alone = application(plugin('p', { init: () => pause(50) }), plugin('q'));

    await Promise.all([alone.start(), alone.start()]);
    await alone.stop();

    expect(events).toEqual(['q.init', 'p.destroy', 'q.destroy']);
  });
});
