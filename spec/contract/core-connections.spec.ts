import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { Application, type Request } from '../../lib/core';
import { rawRequest, statusesIn } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';
import { itSideBySide } from '../support/side-by-side';

const KEYS = join(__dirname, '../support/core/keys');
const MEBIBYTE = 1024 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Slow {
  static closed = 0;

  async read() {
    await pause(700);
    return 'slow';
  }
  async late() {
    await pause(1800);
    return 'late';
  }
  quick() {
    return 'quick';
  }
  content(request: Request) {
    return request.getContent();
  }
  large() {
    return Buffer.alloc(48 * MEBIBYTE, 'x');
  }
  async *list() {
    for (let index = 0; index < 5; index++) {
      await pause(50);
      yield index;
    }
  }
  async *endless() {
    try {
      for (;;) yield 'x'.repeat(10_000);
    } finally {
      Slow.closed++;
    }
  }
}

class SlowApplication extends Application {
  override defineRoutes() {
    const slow = this.resource(Slow);
    slow.builder('/slow').action('GET', 'read').action('POST', 'content');
    for (const name of ['late', 'quick', 'large', 'list', 'endless'] as const)
      slow.builder(`/${name}`).action('GET', name);
  }
}

const limits = { headersTimeoutMs: 400, responseTimeoutMs: 800, handshakeTimeoutMs: 1500, keepAliveTimeoutMs: 400 };
const secure = { port: 0, scheme: 'https', ssl: { certFile: 'cert.pem', keyFile: 'key.pem' } };
const connectors = [{ port: 0, scheme: 'http' }, secure];

const serveSlow = () =>
  serveApplication(SlowApplication, {}, { projectRoot: KEYS, configuration: { limits, server: { connectors } } });

let served: ServedSpec;
beforeAll(async () => {
  served = await serveSlow();
});
afterAll(() => served.stop());

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

function open(address = served.address): Socket {
  const { hostname, port } = new URL(address);
  return connect(Number(port), hostname).on('error', () => undefined);
}

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** The time in ms until the server ends the connection, by a reset if it has not read all; `once` would reject that. */
async function lifeOf(socket: Socket): Promise<number> {
  const begun = performance.now();
  await new Promise((resolve) => socket.resume().on('close', resolve));
  return performance.now() - begun;
}

describe('An invalid request after another on the same connection', () => {
  itSideBySide({
    'is rejected after the response to the earlier request has been sent': async () => {
      const text = await rawRequest(served.address, `${GET('/slow')}NONSENSE\r\n\r\n`);

      expect(statusesIn(text)).toEqual([200, 400]);
      expect(text).toMatch(/"slow"HTTP\/1\.1 400 Bad Request\r\n/);
    },

    'does not interrupt a streamed response': async () => {
      const socket = open();
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.write(GET('/list'));
      await once(socket, 'data');
      socket.write('NONSENSE\r\n\r\n');
      await once(socket, 'close');

      expect(statusesIn(text)).toEqual([200, 400]);
      expect(text.slice(0, text.indexOf('HTTP/1.1 400'))).toMatch(/4\]?\r\n(1\r\n\]\r\n)?0\r\n\r\n$/);
    },

    'is rejected after all earlier requests, in their order': async () => {
      const text = await rawRequest(served.address, `${GET('/slow')}${GET('/quick')}NONSENSE\r\n\r\n`);

      expect(statusesIn(text)).toEqual([200, 200, 400]);
      expect(text.indexOf('"slow"')).toBeLessThan(text.indexOf('"quick"'));
    },

    'is rejected in order when its body is malformed': async () => {
      const broken =
        'POST /slow HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';

      const text = await rawRequest(served.address, GET('/slow') + broken);

      expect(statusesIn(text)).toEqual([200, 400]);
    },

    'is rejected in order when it times out': async () => {
      const half = 'POST /slow HTTP/1.1\r\nHost: ';
      const text = await rawRequest(served.address, `${GET('/late')}${GET('/slow')}${half}`);

      expect(statusesIn(text)).toEqual([200, 200, 408]);
    },

    'closes the connection, even when the client does not': async () => {
      const socket = open();
      socket.write('NONSENSE\r\n\r\n');

      expect(await lifeOf(socket)).toBeLessThan(3000);
    },
  });
});

/** Waits until the source of a response was closed once more, for 3 s at most. */
async function untilClosed(before: number): Promise<void> {
  for (let count = 0; Slow.closed === before && count < 150; count++) await pause(20);
}

describe('A response', () => {
  it('that the client does not read is aborted after limits.responseTimeoutMs, and its source is closed', async () => {
    const before = Slow.closed;
    const socket = open();
    socket.write(GET('/endless'));
    await once(socket, 'readable');
    await untilClosed(before);

    expect(Slow.closed).toBe(before + 1);
    socket.destroy();
  });

  it('that the client does not read is aborted even when the client goes on sending', async () => {
    const before = Slow.closed;
    const socket = open();
    socket.write(`${GET('/endless')}GET /quick HTTP/1.1\r\nX-A: `);
    await once(socket, 'readable');
    for (let count = 0; Slow.closed === before && count < 30; count++) {
      socket.write('a');
      await pause(100);
    }

    expect(Slow.closed).toBe(before + 1);
    socket.destroy();
  });

  it('that the client does not read is aborted over https, too', async () => {
    const before = Slow.closed;
    const { port } = new URL(served.container.addresses[1]!);
    const socket = connectSecurely({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    socket.write(GET('/endless'));
    await once(socket, 'readable');
    await untilClosed(before);

    expect(Slow.closed).toBe(before + 1);
    socket.destroy();
  });

  it('is not aborted when the process itself was blocked', async () => {
    const socket = open();
    socket.write(GET('/large').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let size = 0;
    await once(socket, 'readable');
    await pause(300);
    hold(1500);
    for await (const chunk of socket) size += chunk.length;

    expect(size).toBeGreaterThan(48 * MEBIBYTE);
  });

  // One after the other: the client of this test shares the process, and must not keep the server from sending.
  it('that is read slowly may take longer: http', () => readSlowly((port) => connect(port, '127.0.0.1'), 0));
  it('that is read slowly may take longer: https', () =>
    readSlowly((port) => connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }), 1));
});

async function readSlowly(connectTo: (port: number) => Socket, connector: number): Promise<void> {
  const socket = connectTo(Number(new URL(served.container.addresses[connector]!).port));
  socket.write(GET('/large').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  let size = 0;
  const begun = performance.now();
  for await (const chunk of socket) {
    size += chunk.length;
    const due = begun + (size / MEBIBYTE) * 50;
    if (due > performance.now()) await pause(due - performance.now());
  }

  expect(size).toBeGreaterThan(48 * MEBIBYTE);
  expect(performance.now() - begun).toBeGreaterThan(2000);
}

describe('A TLS handshake', () => {
  itSideBySide({
    'that never begins ends with the connection after limits.handshakeTimeoutMs': async () => {
      const life = await lifeOf(open(served.container.addresses[1]));

      expect(life).toBeGreaterThan(1400);
      expect(life).toBeLessThan(5000);
    },

    'that arrives byte by byte ends with the connection after the same time': async () => {
      const socket = open(served.container.addresses[1]);
      const hello = Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), Buffer.alloc(200)]);
      let sent = 0;
      const sending = setInterval(() => socket.write(hello.subarray(sent, ++sent)), 100);
      const life = await lifeOf(socket);
      clearInterval(sending);

      expect(life).toBeGreaterThan(1400);
      expect(life).toBeLessThan(5000);
    },

    'that fails ends with the connection': async () => {
      const socket = open(served.container.addresses[1]);
      socket.write(GET('/quick'));

      expect(await lifeOf(socket)).toBeLessThan(1400);
    },
  });

  it('does not delay the stop', async () => {
    const stopped = await serveSlow();
    const socket = open(stopped.container.addresses[1]);
    await once(socket, 'connect');
    await pause(50);
    const begun = performance.now();

    await stopped.stop();

    expect(performance.now() - begun).toBeLessThan(1400);
    socket.destroy();
  });
});

describe('A request with more headers than a server accepts', () => {
  const many = (count: number, last = '') =>
    `GET /quick HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${'a:\r\n'.repeat(count)}${last}\r\n`;

  it.each([501, 1100, 2000, 3000])('is rejected with 431: %d headers', async (count) => {
    expect(statusesIn(await rawRequest(served.address, many(count, 'Host: evil.example\r\n')))).toEqual([431]);
  });

  it('is accepted up to the limit, with all headers parsed', async () => {
    expect(statusesIn(await rawRequest(served.address, many(400)))).toEqual([200]);
    expect(statusesIn(await rawRequest(served.address, many(400, 'Host: evil.example\r\n')))).toEqual([400]);
  });
});
