import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain } from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Served, serve } from '../support/serve-shop';

@AggregateRoot
@Table({ tableName: 'limited_notes' })
class LimitedNote extends BaseDomain {
  @Column declare text: string;
}

class NotesApplication extends Application {}

/** The part of a Redis client that rate-limiter-flexible uses: a counter that expires, as its script creates it. */
class FakeRedis {
  readonly counters = new Map<string, number>();
  isBroken = false;

  defineCommand(name: string): void {
    Object.assign(this, {
      [name]: ([key, points, seconds]: [string, string, string]) => this.#add(key, points, seconds),
    });
  }

  async #add(key: string, points: string, seconds: string): Promise<[number, number]> {
    if (this.isBroken) throw new Error('The connection to Redis is lost.');
    const count = (this.counters.get(key) ?? 0) + Number(points);
    this.counters.set(key, count);
    return [count, Number(seconds) * 1000];
  }
}

const errors: unknown[] = [];
const redis = new FakeRedis();

async function served(rateLimit: Record<string, unknown>, options: Partial<ApplicationOptions> = {}): Promise<Served> {
  class OwnApplication extends NotesApplication {
    constructor(given: ApplicationOptions) {
      super({
        ...given,
        ...options,
        logger: { ...console, info: () => undefined, error: (line) => errors.push(line) },
      });
    }
  }
  return serve([LimitedNote], {
    Class: OwnApplication,
    authenticators: [namedByHeader],
    authorizer: permittedByName,
    settings: { security: { rateLimit } },
  });
}

describe.each([
  ['memory', {}],
  ['database', {}],
  ['redis', { redis }],
])('security.rateLimit in %s', (store, options) => {
  it('allows the configured number of requests of an address, and then responds 429 until the window ends', async () => {
    const api = await served({ requests: 3, windowS: 60, by: 'address', store }, options);
    const responses = [];
    for (let count = 0; count < 5; count++) responses.push(await api.request('GET', '/limited_notes'));
    const unknownPath = await api.request('OPTIONS', '/limited_notes');
    await api.stop();

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(responses[0]!.headers.get('RateLimit-Policy')).toBe('"address";q=3;w=60');
    expect(responses.map(({ headers }) => /r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])).toEqual([
      '2',
      '1',
      '0',
      '0',
      '0',
    ]);
    expect(Number(responses[3]!.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(responses[3]!.body.detail).toBe('Too many requests from this address: try again later.');
    expect(unknownPath.status).toBe(429);
  });

  it('counts each principal separately', async () => {
    redis.counters.clear();
    const api = await served({ requests: 2, windowS: 60, by: 'principal', store }, options);
    const statuses = [];
    for (const user of ['ada', 'ada', 'ada', 'eve']) {
      statuses.push((await api.request('GET', '/limited_notes', undefined, holding(user))).status);
    }
    const anonymous = await api.request('GET', '/limited_notes');
    await api.stop();

    expect([...statuses, anonymous.status]).toEqual([200, 200, 429, 200, 200]);
  });
});

describe('security.rateLimit', () => {
  it('sends both limits in every response, errors included', async () => {
    const api = await served({ requests: 9, windowS: 60 });
    const ask = (path: string) => api.request('GET', path, undefined, holding('ada'));
    const responses = [await ask('/limited_notes'), await ask('/limited_notes/7'), await ask('/limited_notes?x=1')];
    await api.stop();

    expect(responses.map(({ status }) => status)).toEqual([200, 404, 400]);
    expect(responses.map(({ headers }) => headers.get('RateLimit')?.replaceAll(/;t=\d+/g, ''))).toEqual([
      '"address";r=8, "principal";r=8',
      '"address";r=7, "principal";r=7',
      '"address";r=6, "principal";r=6',
    ]);
    expect(responses[1]!.headers.get('RateLimit-Policy')).toBe('"address";q=9;w=60, "principal";q=9;w=60');
  });

  it('starts again when the window ends, also in the database', async () => {
    const api = await served({ requests: 1, windowS: 1, by: 'address', store: 'database' });
    const first = await api.request('GET', '/limited_notes');
    const second = await api.request('GET', '/limited_notes');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const third = await api.request('GET', '/limited_notes');
    await api.stop();

    expect([first.status, second.status, third.status]).toEqual([200, 429, 200]);
  });

  it('allows requests when they cannot be counted, and logs a warning', async () => {
    const api = await served({ requests: 1, windowS: 60, store: 'redis' }, { redis });
    redis.isBroken = true;
    const statuses = [await api.request('GET', '/limited_notes'), await api.request('GET', '/limited_notes')];
    redis.isBroken = false;
    await api.stop();

    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    expect(errors).toContain('Requests cannot be counted for security.rateLimit, and are allowed.');
  });

  it('stops the start when its store is missing', async () => {
    await expect(served({ requests: 1, windowS: 60, store: 'redis' })).rejects.toThrow(
      'security.rateLimit.store is redis',
    );
  });
});
