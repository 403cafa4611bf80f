import 'reflect-metadata';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { Table } from 'sequelize-typescript';
import { Application as TopApplication } from '../../lib/application';
import type { RequestObserver } from '../../lib/core';
import { RefusalPause } from '../../lib/core/http/refusal-pause';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Secure } from '../../lib/security';
import { StringColumn } from '../support/columns';
import { rawRequest, statusesIn } from '../support/core/raw-request';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';

let begun: string[];
let letGo: () => void;
let held: Promise<void>;

@AggregateRoot
@Table({ tableName: 'locks' })
class Lock extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  /** Keeps its place among the requests until it is released. */
  @Action({ value: 'hold' })
  async hold(): Promise<void> {
    begun.push(this.name!);
    await held;
  }
}

@AggregateRoot
@Secure({ permissions: ['safes.read'] })
@Table({ tableName: 'safes' })
class Safe extends BaseDomain {
  @StringColumn(10) declare name: string | null;
}

const seen: number[] = [];
const observer: RequestObserver = { begin: () => ({ ended: ({ status }) => void seen.push(status) }) };

class LockApplication extends TopApplication {
  override addFilters(): void {
    this.addObserver(observer);
  }
}

let served: Served;

async function queuedAre(count: number): Promise<void> {
  while (served.application.load!.queued !== count) await pause(5);
}

async function serveWith(limits: Record<string, unknown>): Promise<void> {
  served = await serve([Lock, Safe], {
    Class: LockApplication as never,
    settings: {
      limits,
      security: { basic: {}, cors: { origins: ['https://shop.example'] } },
    },
  });
}

/** Keeps the only place busy until it is released. */
async function hold(): Promise<Promise<ApiResponse>[]> {
  const { body } = await served.request('POST', '/locks', { name: 'first' });
  const holding = served.request('PUT', `/locks/${body.id}/hold`);
  while (begun.length === 0) await pause(5);
  return [holding];
}

const ONE = { concurrency: { min: 1, max: 1 } };
/** None waits. */
const FULL = { ...ONE, queueMs: 0 };

beforeEach(() => {
  begun = [];
  seen.length = 0;
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  for (const level of ['error', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
});
afterEach(async () => {
  letGo();
  await served.stop();
  jest.restoreAllMocks();
});

describe('A request that the application has no room for', () => {
  it('is 503 with Retry-After and the headers of all responses, and is shown to observers', async () => {
    await serveWith(FULL);
    const holding = await hold();
    seen.length = 0;

    const refused = await served.request('GET', '/locks', undefined, { Origin: 'https://shop.example' });
    letGo();
    await Promise.all(holding);
    const after = await served.request('GET', '/locks');

    expect(refused).toMatchObject({ status: 503, body: { status: 503, instance: '/locks' } });
    expect(refused.body.request_id).toBe(refused.headers.get('X-Request-Id'));
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example');
    expect(after.status).toBe(200);
    expect(seen[0]).toBe(503);
    expect(served.application.load).toMatchObject({ limit: 1, queued: 0, refused: { queueFull: 1 } });
  });

  it('is read late where the connection was refused before, once refusals take too much time', async () => {
    await serveWith(FULL);
    await hold();
    jest.spyOn(RefusalPause.prototype, 'noteRefused').mockImplementation(function (this: RefusalPause) {
      this.ms = 300;
    });
    const socket = connect(Number(new URL(served.address).port), '127.0.0.1').setEncoding('latin1');
    const statusAfterMs = async () => {
      const begunMs = performance.now();
      socket.write('GET /locks HTTP/1.1\r\nHost: a\r\n\r\n');
      const [text] = (await once(socket, 'data')) as [string];
      return { statuses: statusesIn(text), ms: performance.now() - begunMs };
    };

    const [first, second] = [await statusAfterMs(), await statusAfterMs()];
    socket.destroy();

    expect([first.statuses, second.statuses]).toEqual([[503], [503]]);
    expect(first.ms).toBeLessThan(250);
    // The pause begins with the first refusal.
    expect(first.ms + second.ms).toBeGreaterThan(290);
  });

  it('is refused before its body is read', async () => {
    await serveWith(FULL);
    await hold();

    const head = 'POST /locks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n';
    const response = await rawRequest(served.address, `${head}Connection: close\r\n\r\n{`);

    expect(statusesIn(response)).toEqual([503]);
  });

  it('waits in order of arrival, and is served when there is room', async () => {
    await serveWith({ ...ONE, queueMs: 5000 });
    const ids = (await served.request('POST', '/locks', [{ name: 'second' }, { name: 'third' }])).body;
    const holding = await hold();
    for (const { id } of ids) {
      holding.push(served.request('PUT', `/locks/${id}/hold`));
      await queuedAre(holding.length - 1);
    }

    letGo();
    const statuses = (await Promise.all(holding)).map(({ status }) => status);

    expect([statuses, begun]).toEqual([
      [204, 204, 204],
      ['first', 'second', 'third'],
    ]);
  });

  it('is 503 when it has waited too long', async () => {
    await serveWith({ ...ONE, queueMs: 100 });
    await hold();

    const late = await served.request('GET', '/locks');

    expect([late.status, served.application.load?.refused.waitedTooLong]).toEqual([503, 1]);
  });

  it('is dropped unstarted when its client has gone', async () => {
    await serveWith({ ...ONE, queueMs: 5000 });
    const { body } = await served.request('POST', '/locks', { name: 'gone' });
    const holding = await hold();
    const client = new AbortController();
    const url = `${served.address}/locks/${body.id}/hold`;
    const sent = fetch(url, { method: 'PUT', signal: client.signal }).catch(() => 'aborted');
    await queuedAre(1);

    client.abort();
    await sent;
    await pause(50);
    letGo();
    await Promise.all(holding);
    await queuedAre(0);

    expect([begun, served.application.load?.refused.clientGone]).toEqual([['first'], 1]);
  });
});

describe('A request that needs no room', () => {
  it.each([
    ['GET', '/nothing', 404],
    ['PATCH', '/safes', 405],
    ['OPTIONS', '/locks', 204],
    ['GET', '/safes', 401],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 200],
    ['GET', '/api/shop/openapi.json', 200],
  ])('%s %s is %i as ever', async (method, path, status) => {
    await serveWith(FULL);
    await hold();

    const response = await fetch(served.address + path, { method });

    expect(response.status).toBe(status);
  });
});

describe('limits.concurrency', () => {
  it('off admits all at once', async () => {
    await serveWith({ concurrency: 'off', queueMs: 0 });
    await hold();

    expect((await served.request('GET', '/locks')).status).toBe(200);
    expect(served.application.load).toBeUndefined();
  });

  it('also bounds an application in a Koa app', async () => {
    await serveWith(FULL);
    await hold();
    const koa = new Koa().use(served.application.middleware());
    const server = koa.listen(0, '127.0.0.1');
    await once(server, 'listening');

    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/locks`);
    server.closeAllConnections();
    server.close();

    expect(status).toBe(503);
  });
});
