import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Application } from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

class QuietApplication extends Application {}

const lines: Record<string, unknown>[] = [];
const logger = {
  ...{ info: jest.fn(), warn: jest.fn(), error: jest.fn() },
  // Such a logger gets facts as an object.
  [Symbol.for('pino.serializers')]: {},
};
logger.warn.mockImplementation((facts: object, msg: string) => void lines.push({ msg, ...facts }));

const HEAD = 'Host: h\r\nConnection: close\r\n\r\n';
const LIMITS = { url: 300, headers: 1000, headersTimeoutMs: 500 };

let served: ServedSpec;
const serveLogged = async (requests: string) => {
  const configuration = { logs: { requests }, limits: LIMITS, mounts: { QuietApplication: '/quiet' } };
  served = await serveApplication(QuietApplication, {}, { logger, configuration });
  lines.length = 0;
};
afterEach(() => served.stop());

describe('A request that no application gets has a line', () => {
  beforeEach(() => serveLogged('warn'));

  it.each([
    ['outside of all applications', `GET /elsewhere/7?token=secret HTTP/1.1\r\n${HEAD}`, 404, 'GET /elsewhere/7'],
    ['with an URL that is too long', `GET /${'x'.repeat(400)} HTTP/1.1\r\n${HEAD}`, 414, `GET /${'x'.repeat(199)}`],
    ['with large headers', `GET / HTTP/1.1\r\nX-Secret: ${'x'.repeat(1100)}\r\n${HEAD}`, 431, 'GET /'],
    ['without Host', 'GET /orders?a=secret HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'GET /orders'],
    ['for a tunnel', `CONNECT secret:443 HTTP/1.1\r\n${HEAD}`, 405, 'CONNECT secret:443'],
    ['that is not HTTP', 'secret\r\n\r\n', 400, 'a message that is not HTTP'],
    [
      'whose headers are beyond both limits',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(3000)}`,
      431,
      'a message that is not HTTP',
    ],
  ])('%s', async (_, message, status, subject) => {
    const response = await rawRequest(served.address, message);

    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, id] = /X-Request-Id: (\S+)/i.exec(response)!;
    expect(lines).toEqual([expect.objectContaining({ msg: `${subject} ${status}`, request_id: id, status })]);
    expect(JSON.stringify(lines)).not.toMatch(/secret(?!:443)/i);
  });

  it('whose head does not arrive in time', async () => {
    const { hostname, port } = new URL(served.address);
    const socket = connect(Number(port), hostname);
    socket.write('GET /slow');
    await new Promise((closed) => socket.once('close', closed).resume());

    expect(lines).toMatchObject([{ status: 408 }]);
  });
});

it.each(['off', 'error'])('A rejected request has no line with logs.requests: %s', async (requests) => {
  await serveLogged(requests);
  await rawRequest(served.address, `GET /elsewhere HTTP/1.1\r\n${HEAD}`);
  await pause(10);

  expect(lines).toEqual([]);
});
