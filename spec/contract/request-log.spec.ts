import 'reflect-metadata';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'sequelize';
import { Table } from 'sequelize-typescript';
import { Application as TopApplication } from '../../lib/application';
import type { Filter } from '../../lib/core';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';

let fails: number;

@AggregateRoot
@Table({ tableName: 'quays' })
class Quay extends BaseDomain {
  @StringColumn(40) declare name: string | null;

  /** Loses against other work as often as told. */
  @Action({ value: 'dock' })
  dock(): void {
    const deadlock = Object.assign(new Error('Deadlock found'), { sql: '', code: 'ER_LOCK_DEADLOCK', errno: 1213 });
    if (fails-- > 0) throw new DatabaseError(deadlock);
  }
  @Action({ value: 'sink' })
  sink(): void {
    throw new TypeError('A secret of the harbour');
  }
}

class HarbourApplication extends TopApplication {}

const lines: Record<string, unknown>[] = [];
let served: Served;

async function serveLogged(requests: string, options: ServeOptions = {}): Promise<void> {
  const { settings, ...others } = options;
  served = await serve([Quay], {
    Class: HarbourApplication as never,
    settings: { logs: { requests }, ...settings },
    ...others,
  });
  lines.length = 0;
}

beforeEach(() => {
  fails = 0;
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...given: unknown[]) => {
      if (given[0] === '%s') lines.push(JSON.parse(String(given[1])));
    });
  }
});
afterEach(async () => {
  await served.stop();
  jest.restoreAllMocks();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('The log of requests', () => {
  it('has a line for each, with the facts of the request and of its statements', async () => {
    await serveLogged('info');
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'X-Request-Id': 'harbour-1' };
    const { body } = await served.request('POST', '/quays', { name: 'secret-name' });
    await served.request('GET', `/quays/${body.id}?include=name`, undefined, headers);
    await served.request('GET', '/quays?sort=-id');

    expect(lines).toHaveLength(3);
    expect(lines[1]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      msg: 'GET /quays/{id} 200',
      application: 'shop',
      request_id: 'harbour-1',
      trace_id: TRACE,
      method: 'GET',
      route: '/quays/{id}',
      operation: 'readQuay',
      status: 200,
      duration_ms: expect.any(Number),
      statements: 1,
      statements_ms: expect.any(Number),
      retries: 0,
      bytes: expect.any(Number),
    });
    const { duration_ms: durationMs, statements_ms: statementsMs, bytes } = lines[1] as Record<string, number>;
    expect(statementsMs).toBeGreaterThan(0);
    expect(durationMs).toBeGreaterThan(statementsMs!);
    expect(bytes).toBeGreaterThan(100);
    expect(JSON.stringify(lines)).not.toContain('secret-name');
    // The first one may have opened a connection.
    expect(lines.slice(1).map(({ statements }) => statements)).toEqual([1, 1]);
  });

  it('has the retries of a unit of work', async () => {
    await serveLogged('info');
    const { body } = await served.request('POST', '/quays', {});
    fails = 2;
    expect((await served.request('PUT', `/quays/${body.id}/dock`)).status).toBe(204);

    expect(lines[1]).toMatchObject({ route: '/quays/{id}/dock', status: 204, retries: 2 });
  });

  it('has levels by status, and the path of a request without a route', async () => {
    await serveLogged('warn');
    const { body } = await served.request('POST', '/quays', {});
    const { status } = await fetch(`${served.address}/ships/1?token=secret`);
    await served.request('PUT', `/quays/${body.id}/sink`);

    expect(status).toBe(404);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'GET /ships/1 404'],
      ['error', 'PUT /quays/{id}/sink 500'],
    ]);
    expect(lines[0]).toMatchObject({ path: '/ships/1', statements: 0 });
    expect(JSON.stringify(lines)).not.toMatch(/secret/i);
  });

  it('has the sender, and nothing of the credentials', async () => {
    const users = { ada: { passwordHash: '$2b$04$KlUMsSLv0CZfBVJDbZsJSOP5nPGBKE/5P1j2JtXs7gAdjYl1DbqYm', roles: [] } };
    await serveLogged('info', { settings: { security: { basic: {}, authenticate: 'always', users } } });
    const authorization = `Basic ${Buffer.from('ada:wrong').toString('base64')}`;
    await served.request('GET', '/quays', undefined, { authorization });

    expect(lines[0]).toMatchObject({ status: 401, level: 'warn' });
    expect(lines[0]).not.toHaveProperty('principal');
    expect(JSON.stringify(lines)).not.toContain('YWRh');
  });

  it('says that the client has gone before the end', async () => {
    const slow: Filter = {
      doFilter: (request, response, chain) => pause(200).then(() => chain.doFilter(request, response)),
    };
    class SlowApplication extends HarbourApplication {
      override addFilters() {
        this.addFilter(slow);
      }
    }
    await serveLogged('info', { Class: SlowApplication as never });
    const { hostname, port } = new URL(served.address);
    const socket = connect(Number(port), hostname);
    socket.write('GET /quays HTTP/1.1\r\nHost: h\r\n\r\n');
    await pause(100);
    socket.destroy();
    await pause(50);

    expect(lines).toMatchObject([{ route: '/quays', aborted: true }]);
  });

  it('goes on when another observer throws, which ends neither the request nor the process', async () => {
    const fail = () => {
      throw new Error('out of order');
    };
    class ObservedApplication extends HarbourApplication {
      override addFilters() {
        this.addObserver({ begin: fail });
        this.addObserver({ begin: () => ({ statement: fail, repeated: fail, ended: fail }) });
      }
    }
    await serveLogged('info', { Class: ObservedApplication as never });

    expect((await served.request('GET', '/quays')).status).toBe(200);
    expect(lines).toMatchObject([{ route: '/quays', status: 200 }]);
    expect(console.error).toHaveBeenCalledWith('An observer of requests failed', expect.any(Error));
  });

  it('is none without logs.requests', async () => {
    await serveLogged('off');
    await served.request('GET', '/quays');

    expect(lines).toEqual([]);
  });
});
