import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Application, Container } from '../../lib/core';

const DELAY_MS = 500;
const REQUEST = 'GET /quick HTTP/1.1\r\nHost: h\r\n\r\n';

class Quick {
  read() {
    return 'quick';
  }
}

class DrainedApplication extends Application {
  override defineRoutes() {
    this.resource(Quick).builder('/quick').action('GET', 'read');
  }
}

let container: Container;

beforeEach(async () => {
  container = new Container({
    configDir: __dirname,
    applications: [new DrainedApplication({ configDir: __dirname, configuration: { name: 'drained' } })],
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }], drainDelayMs: DELAY_MS } },
  });
  await container.start();
});
afterEach(() => container.stop());

function open(address = container.addresses[0]!): Socket {
  const { hostname, port } = new URL(address);
  return connect(Number(port), hostname);
}

/** All that the server sends until it closes the connection. */
function answer(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  return text(socket);
}

const LAST = /^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*"?quick"?$/;

describe('A container that stops with server.drainDelayMs', () => {
  it('serves new connections meanwhile, each for one request', async () => {
    const stopping = container.stop();
    await pause(DELAY_MS / 2);

    expect(await answer(open())).toMatch(LAST);
    await stopping;
  });

  it('serves one more request of a connection that was kept open', async () => {
    const socket = open();
    socket.write(REQUEST);
    const [first] = await once(socket, 'data');
    const stopping = container.stop();

    expect(String(first)).toContain('Connection: keep-alive');
    expect(await answer(socket)).toMatch(LAST);
    await stopping;
  });

  it('waits for the request of a connection that it has accepted at last', async () => {
    const [address] = container.addresses;
    const stopping = container.stop();
    await pause(DELAY_MS / 2);
    const socket = open(address);
    await once(socket, 'connect');
    await pause(DELAY_MS);

    expect(await answer(socket)).toMatch(LAST);
    await stopping;
  });

  it('accepts the connections that wait when the delay ends', async () => {
    const [address] = container.addresses;
    const stopping = container.stop();
    await pause(DELAY_MS / 2);
    const answers = Array.from({ length: 20 }, () => answer(open(address)));
    // The sockets connect, then the process is busy until after the delay.
    await new Promise((resolve) => process.nextTick(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DELAY_MS);

    for (const one of await Promise.all(answers)) expect(one).toMatch(LAST);
    await stopping;
  });

  it('accepts no connection afterwards', async () => {
    const [address] = container.addresses;
    await container.stop();

    const [error] = await once(open(address), 'error');

    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers all requests of clients that open connections around it', async () => {
    const [address] = container.addresses;
    const answers: Promise<string>[] = [];
    const openMany = async () => {
      for (let count = 0; count < 50; count++) {
        answers.push(answer(open(address)));
        await pause(1);
      }
    };
    await openMany();
    const stopping = container.stop();
    await openMany();
    const received = await Promise.all(answers);
    await stopping;

    expect(received.length).toBe(100);
    expect(received.filter((one) => !one.startsWith('HTTP/1.1 200'))).toEqual([]);
  });
});
