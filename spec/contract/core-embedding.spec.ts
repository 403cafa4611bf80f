import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { Application, type Filter, type MiddlewareOptions, type Request, type Response } from '../../lib/core';
import { readResponse, type ServedResponse } from '../support/core/serve-application';

/** The package has no types. */
const mount: (prefix: string, middleware: Koa.Middleware) => Koa.Middleware = require('koa-mount');

const seen: string[] = [];

const recorder: Filter = {
  async doFilter(request, response, chain) {
    seen.push(request.originalPath);
    await chain.doFilter(request, response);
  },
};

class Things {
  read(request: Request) {
    const { path, originalPath, origin, secure, clientAddress } = request;
    return { path, originalPath, origin, secure, clientAddress, id: request.getHeader('id') };
  }
  create(request: Request, response: Response) {
    response.setStatus(201).setContent(request.getContent());
  }
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen.push('slow has finished');
    return 'slow';
  }
  fail() {
    throw new Error('secret');
  }
  async *breaks() {
    yield 1;
    await new Promise(setImmediate);
    throw new Error('secret');
  }
}

class EmbeddedApplication extends Application {
  override defineRoutes() {
    const things = this.resource(Things);
    things.builder('/things').action('POST', 'create').action('GET', 'slow');
    things.builder('/things/{id}').action('GET', 'read');
    things.builder('/fail').action('GET', 'fail');
    things.builder('/breaks').action('GET', 'breaks');
  }
  override addFilters() {
    this.addFilter(recorder);
  }
}

interface Host {
  readonly application: Application;
  readonly address: string;
  request(path: string, init?: RequestInit): Promise<ServedResponse>;
  close(): Promise<void>;
}

/** A Koa app with middleware before and after the embedded application. */
async function host(use: (koa: Koa, application: Application) => void, proxy = false): Promise<Host> {
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const application = new EmbeddedApplication({ configDir: __dirname, configuration: { name: 'embedded' }, logger });
  await application.start();
  const koa = new Koa({ proxy });
  koa.silent = true;
  use(koa, application);
  koa.use((ctx) => {
    ctx.body = `host ${ctx.path}`;
  });
  const server = koa.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    application,
    address,
    request: async (path, init) => readResponse(await fetch(address + path, init)),
    close: async () => {
      await application.stop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const embed = (options?: MiddlewareOptions) => (koa: Koa, application: Application) =>
  void koa.use(application.middleware(options));

afterEach(() => {
  seen.length = 0;
});

describe('application.middleware()', () => {
  it('serves its own paths, with its filters, and passes on other requests without them', async () => {
    const { request, close } = await host(embed());

    const own = await request('/things/7');
    const other = await request('/other');
    const slash = await request('//things');
    await close();

    expect(own.body).toMatchObject({ id: '7', path: '/things/7', originalPath: '/things/7' });
    expect(other.text).toBe('host /other');
    expect(slash.text).toBe('host //things');
    expect(seen).toEqual(['/things/7']);
  });

  it('responds to OPTIONS, and 405 to unknown methods, on its own paths', async () => {
    const { request, close } = await host(embed());

    const put = await request('/things/7', { method: 'PUT' });
    const options = await request('/things', { method: 'OPTIONS' });
    await close();

    expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });

  it('owns the whole prefix with ownPrefix, after its filters', async () => {
    const { request, close } = await host(embed({ ownPrefix: true, prefix: '/api/' }));

    const own = await request('/api/things/7');
    const missing = await request('/api/other');
    const outside = await request('/apiary');
    await close();

    expect(own.body).toMatchObject({ path: '/things/7', originalPath: '/api/things/7' });
    expect([missing.status, missing.body.instance]).toEqual([404, '/api/other']);
    expect(outside.text).toBe('host /apiary');
    expect(seen).toEqual(['/api/things/7', '/api/other']);
  });

  it('works below a koa-mount prefix', async () => {
    const { request, close } = await host((koa, application) => koa.use(mount('/v1', application.middleware())));

    const own = await request('/v1/things/a%2Fb');
    const other = await request('/v1/other');
    await close();

    expect(own.body).toMatchObject({ path: '/things/a%2Fb', originalPath: '/v1/things/a%2Fb', id: 'a/b' });
    expect(other.text).toBe('host /v1/other');
  });
});

describe('application.middleware() inside a Koa app', () => {
  it('trusts forwarded headers only if the Koa app does', async () => {
    const headers = {
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'api.example.com',
      'X-Forwarded-For': '10.0.0.1',
    };
    const trusting = await host(embed(), true);
    const careful = await host(embed());

    const believed = await trusting.request('/things/7', { headers });
    const ignored = await careful.request('/things/7', { headers });
    await trusting.close();
    await careful.close();

    expect(believed.body).toMatchObject({ origin: 'https://api.example.com', secure: true, clientAddress: '10.0.0.1' });
    expect(ignored.body).toMatchObject({ origin: careful.address, secure: false });
  });

  it.each([
    [undefined, 'http://inner.example'],
    [1, 'http://inner.example'],
    [2, 'https://shop.example'],
  ])(
    'takes host and scheme from the proxies of the Koa app, not from the client: maxIpsCount %s',
    async (count, origin) => {
      const headers = {
        'X-Forwarded-Proto': 'https, https, http',
        'X-Forwarded-Host': 'evil.example, shop.example, inner.example',
      };
      const trusting = await host((koa, application) => {
        Object.assign(koa, count && { maxIpsCount: count });
        koa.use(application.middleware());
      }, true);

      const { body } = await trusting.request('/things/7', { headers });
      await trusting.close();

      expect(body).toMatchObject({ origin, secure: origin.startsWith('https') });
    },
  );

  it('uses the body that the Koa app has parsed, and otherwise reads it itself', async () => {
    const parsed = await host((koa, application) => koa.use(koaBody()).use(application.middleware()));
    const unparsed = await host(embed());
    const send = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
    const yaml = {
      method: 'POST',
      headers: { 'Content-Type': 'application/yaml', Accept: 'application/json' },
      body: 'a: 1',
    };

    const responses = await Promise.all([
      parsed.request('/things', send),
      unparsed.request('/things', send),
      parsed.request('/things', yaml),
    ]);
    await parsed.close();
    await unparsed.close();

    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [201, { a: 1 }],
      [201, { a: 1 }],
      [201, { a: 1 }],
    ]);
  });

  it('uses the files of a form that the Koa app has parsed, and rejects files that the Koa app retains', async () => {
    const keeping = (koa: Koa) =>
      koa.use((ctx, next) => {
        Object.assign(ctx.request, { file: { fieldname: 'note', buffer: Buffer.from('hello') } });
        return next();
      });
    const parsed = await host((koa, application) =>
      koa.use(koaBody({ multipart: true })).use(application.middleware()),
    );
    const kept = await host((koa, application) =>
      keeping(koa)
        .use(koaBody({ multipart: true }))
        .use(application.middleware()),
    );
    const form = new FormData();
    form.append('note', 'text');
    form.append('note', new Blob(['hello'], { type: 'text/x-note' }), 'note.txt');

    const response = await parsed.request('/things', { method: 'POST', body: form });
    const rejected = await kept.request('/things', { method: 'POST', body: form });
    await parsed.close();
    await kept.close();

    const file = { fileName: 'note.txt', mediaType: 'text/x-note', content: { data: [...Buffer.from('hello')] } };
    expect(response).toMatchObject({ status: 201, body: { note: ['text', file] } });
    expect(rejected).toMatchObject({ status: 415, body: { detail: expect.stringContaining('"file"') } });
  });

  it('handles its own errors, and keeps the headers of the Koa app', async () => {
    const { request, close } = await host((koa, application) => {
      koa.use(async (ctx, next) => {
        ctx.set('X-Host', 'yes');
        await next();
        ctx.set('X-After', String(ctx.status));
      });
      koa.use(application.middleware());
    });

    const failed = await request('/fail');
    const broken = request('/breaks');
    await expect(broken).rejects.toThrow();
    await close();

    expect(failed.body).toMatchObject({ status: 500, title: 'Internal Server Error' });
    expect([failed.headers.get('X-Host'), failed.headers.get('X-After')]).toEqual(['yes', '500']);
  });
});

describe('Start and stop of application.middleware()', () => {
  it('can be stopped without closing the server: requests in flight finish, others are passed on', async () => {
    const { application, request, close } = await host(embed());
    const pending = request('/things');
    while (!seen.includes('/things')) await new Promise((resolve) => setTimeout(resolve, 5));

    await application.stop();
    const finished = [...seen];
    const later = await request('/things/7');
    await close();

    expect((await pending).text).toBe('"slow"');
    expect(finished).toContain('slow has finished');
    expect(later.text).toBe('host /things/7');
  });

  it('requires a started application', () => {
    const application = new EmbeddedApplication({ configDir: __dirname, configuration: { name: 'embedded' } });

    expect(() => application.middleware()).toThrow('await its start() first');
  });

  it('accepts no registrations after the first request', async () => {
    const { application, close } = await host(embed());

    expect(() => application.addFilter(recorder)).toThrow('has started already');
    await close();
  });
});
