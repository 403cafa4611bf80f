import { Readable } from 'node:stream';
import {
  Application,
  ApplicationContext,
  type ContentAdapter,
  type Request,
  ResourceConfiguration,
  type Response,
  RouteConfiguration,
  type Serializer,
} from '../../lib/core';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

class Sku {
  unitPrice = 1;
}

class Money {
  constructor(readonly cents: number) {}
}

const moneyAdapter: ContentAdapter = {
  canRead: (type) => (type as unknown) === Money,
  read: (_type, content) => new Money(Number(content) * 100),
  canWrite: (value) => value instanceof Money,
  write: (value) => `${(value as Money).cents / 100} EUR`,
};

const shout: Serializer = {
  read: (bytes) => bytes.toString().toUpperCase(),
  write: (content) => String(JSON.stringify(content)).toUpperCase(),
};

class Contents {
  static closed = 0;

  object() {
    return { id: 1, name: 'a' };
  }
  both(_request: Request, response: Response) {
    response.setStatus(202).setContent('first');
    return 'second';
  }
  statusOnly(_request: Request, response: Response) {
    response.setStatus(201);
    return { id: 1 };
  }
  empty(_request: Request, response: Response) {
    response.setStatus(201);
  }
  nullContent() {
    return null;
  }
  plain() {
    return new Sku();
  }
  async *stream() {
    try {
      for (let i = 0; i < 3; i++) yield i === 1 ? new Money(i * 100) : { i };
    } finally {
      Contents.closed++;
    }
  }
  // biome-ignore lint/correctness/useYield: it fails before its first element
  async *failsEarly() {
    throw new Error('secret');
  }
  async *failsLate() {
    yield 1;
    await new Promise(setImmediate);
    throw new Error('secret');
  }
  async *failsAtOnce() {
    yield 1;
    throw new Error('secret');
  }
  async *endless() {
    try {
      for (let i = 0; ; i++) yield 'x'.repeat(1000) + i;
    } finally {
      Contents.closed++;
    }
  }
  async *context() {
    for (let i = 0; i < 3; i++) {
      await new Promise(setImmediate);
      yield ApplicationContext.instance()?.request.path ?? null;
    }
  }
  bytes(_request: Request, response: Response) {
    response.setHeader('Content-Type', 'image/x').setContent(Buffer.from([1, 2, 3]));
  }
  html(_request: Request, response: Response) {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').setContent('<p>');
  }
  csv(_request: Request, response: Response) {
    response.setHeader('Content-Type', 'text/csv').setContent([{ a: 1 }]);
  }
  readable() {
    return Readable.from([Buffer.from('ab'), Buffer.from('cd')], { objectMode: false });
  }
  brokenReadable() {
    return new Readable({
      read() {
        this.destroy(new Error('secret'));
      },
    });
  }
  cycle() {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    return cycle;
  }
  money(request: Request) {
    return [request.getContentAs(Money), { id: 1 }];
  }
  settings() {
    const context = ApplicationContext.instance();
    return {
      application: context?.applicationConfiguration.name,
      resource: context?.resourceConfiguration?.defaultMediaType,
      route: context?.routeConfiguration?.defaultMediaType,
      types: [...(context?.routeConfiguration?.serializers.keys() ?? [])],
    };
  }
}

class Shouted extends Contents {}

class ContentApplication extends Application {
  override defineResources() {
    this.addContentAdapter(moneyAdapter);
    this.addResource(
      Shouted,
      new ResourceConfiguration({ defaultMediaType: 'text/shout', serializers: { 'text/shout': shout } }),
    );
  }
  override defineRoutes() {
    const contents = this.resource(Contents);
    const gets = [
      'object',
      'both',
      'statusOnly',
      'empty',
      'nullContent',
      'plain',
      'stream',
      'failsEarly',
      'failsLate',
    ] as const;
    const more = [
      'failsAtOnce',
      'endless',
      'context',
      'bytes',
      'html',
      'csv',
      'readable',
      'brokenReadable',
      'cycle',
      'settings',
    ] as const;
    for (const name of [...gets, ...more]) contents.builder(`/${name}`).action('GET', name);
    contents.builder('/money').action('POST', 'money');
    const shouted = this.resource(Shouted);
    shouted.builder('/shouted').action('GET', 'object');
    shouted
      .builder('/shouted/settings')
      .action('GET', 'settings')
      .using(new RouteConfiguration({ defaultMediaType: 'application/json' }));
  }
}

let served: ServedSpec;
beforeAll(async () => {
  served = await serveApplication(ContentApplication);
});
afterAll(() => served.stop());

const get = (path: string, accept?: string, headers: Record<string, string> = {}) =>
  served.request(path, { headers: accept ? { Accept: accept, ...headers } : headers });

describe('What a resource method returns', () => {
  it('becomes the content, with 200 OK', async () => {
    expect(await get('/object')).toMatchObject({ status: 200, body: { id: 1, name: 'a' } });
    expect(await get('/statusOnly')).toMatchObject({ status: 200, body: { id: 1 } });
    expect(await get('/nullContent')).toMatchObject({ status: 200, body: null });
  });

  it('is ignored when the response already has content', async () => {
    expect(await get('/both')).toMatchObject({ status: 202, body: 'first' });
  });

  it('may be undefined: the status is kept, without a body', async () => {
    const { status, text, headers } = await get('/empty');

    expect([status, text, headers.get('Content-Length'), headers.get('Content-Type')]).toEqual([201, '', '0', null]);
  });

  it('is written with snake_case names when it is an instance of a plain class', async () => {
    expect((await get('/plain')).body).toEqual({ unit_price: 1 });
  });

  it('is sent unchanged when it is bytes, a stream of bytes, or text with its own Content-Type', async () => {
    const bytes = await get('/bytes', 'image/x');
    const html = await get('/html', 'text/html');
    const stream = await get('/readable');

    expect([bytes.headers.get('Content-Type'), bytes.text]).toEqual(['image/x', '\u0001\u0002\u0003']);
    expect([html.headers.get('Content-Type'), html.text]).toEqual(['text/html; charset=utf-8', '<p>']);
    expect([stream.headers.get('Content-Type'), stream.text]).toEqual(['application/octet-stream', 'abcd']);
  });

  it('is serialized in the Content-Type of the response', async () => {
    expect((await get('/csv', 'application/json')).text).toBe('a\r\n1\r\n');
  });

  it('passes through the content adapters, also inside a list', async () => {
    const { body } = await served.send('POST', '/money', 5);

    expect(body).toEqual(['5 EUR', { id: 1 }]);
  });

  it('responds 500 when it cannot be serialized', async () => {
    const { status, text } = await get('/cycle');

    expect(status).toBe(500);
    expect(text).not.toMatch(/circular/i);
  });
});

describe('Accept', () => {
  it('selects the serializer by q-values', async () => {
    const { headers, text } = await get('/object', 'text/csv;q=0.9, application/yaml');

    expect(headers.get('Content-Type')).toBe('application/yaml');
    expect(headers.get('Vary')).toBe('Accept');
    expect(text).toBe('id: 1\nname: a\n');
  });

  it('without an acceptable media type is rejected with 406, which lists those available', async () => {
    const { status, body, headers } = await get('/object', 'image/png');

    expect(status).toBe(406);
    expect([headers.get('Content-Type'), headers.get('Vary')]).toEqual(['application/problem+json', 'Accept']);
    expect((await get('/nowhere', 'image/png')).headers.get('Vary')).toBeNull();
    expect(body.available).toEqual([
      'application/json',
      'application/xml',
      'application/yaml',
      'text/csv',
      'text/plain',
    ]);
  });

  it('that is missing defaults to the Content-Type of the request, then to the default media type', async () => {
    const typed = await get('/object', undefined, { 'Content-Type': 'application/yaml' });
    const unknown = await get('/object', undefined, { 'Content-Type': 'a/b' });

    expect(typed.headers.get('Content-Type')).toBe('application/yaml');
    expect(unknown.headers.get('Content-Type')).toBe('application/json');
  });

  it('is checked before the resource method of a write runs', async () => {
    const { status } = await served.send('POST', '/money', 5, { Accept: 'image/png' });

    expect(status).toBe(406);
  });
});

describe('The configuration', () => {
  it('is inherited from Container to Application to Resource to Route', async () => {
    expect((await get('/shouted')).text).toBe('{"ID":1,"NAME":"A"}');
    expect((await get('/shouted', 'application/json')).body).toEqual({ id: 1, name: 'a' });
    expect((await get('/object', 'text/shout')).status).toBe(406);
  });

  it('of the current request is in ApplicationContext.instance()', async () => {
    const { body } = await get('/shouted/settings');

    expect(body).toMatchObject({ application: 'spec', resource: 'text/shout', route: 'application/json' });
    expect(body.types).toEqual(expect.arrayContaining(['application/json', 'text/csv', 'text/shout']));
    expect(ApplicationContext.instance()).toBeUndefined();
  });
});

describe('An async iterable', () => {
  it('is streamed as a list, each element through the adapters', async () => {
    expect((await get('/stream')).body).toEqual([{ i: 0 }, '1 EUR', { i: 2 }]);
    expect((await get('/stream', 'text/csv')).text).toBe('i\r\n0\r\n\r\n2\r\n');
    expect((await get('/stream', 'application/yaml')).text).toBe('- i: 0\n- 1 EUR\n- i: 2\n');
  });

  it('keeps the ApplicationContext while it runs', async () => {
    expect((await get('/context')).body).toEqual(['/context', '/context', '/context']);
  });

  it('that fails before its first element responds with a complete error response', async () => {
    expect(await get('/failsEarly')).toMatchObject({ status: 500, body: { title: 'Internal Server Error' } });
    expect(await get('/brokenReadable')).toMatchObject({ status: 500, body: { title: 'Internal Server Error' } });
  });

  it.each(['/failsLate', '/failsAtOnce'])('that fails later aborts the connection: %s', async (path) => {
    const before = served.errors.length;

    await expect(get(path)).rejects.toThrow();

    expect(served.errors.length).toBeGreaterThan(before);
  });

  it('is closed when the client disconnects, and is read only as fast as the client reads', async () => {
    const before = Contents.closed;
    const abort = new AbortController();
    const response = await fetch(`${served.address}/endless`, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));

    expect(Contents.closed).toBe(before + 1);
  });

  it('is not run for HEAD, which responds with the headers of GET', async () => {
    const before = Contents.closed;
    const { status, text, headers } = await served.request('/stream', { method: 'HEAD' });

    expect([status, text]).toEqual([200, '']);
    expect([headers.get('Content-Type'), headers.get('Vary')]).toEqual(['application/json', 'Accept']);
    expect(Contents.closed).toBe(before);
  });

  it('is rejected for HEAD as for GET when no media type is acceptable', async () => {
    const responses = ['GET', 'HEAD'].map(async (method) => {
      const { status, headers } = await served.request('/stream', { method, headers: { Accept: 'image/png' } });
      return [status, headers.get('Vary')];
    });

    expect(await Promise.all(responses)).toEqual([
      [406, 'Accept'],
      [406, 'Accept'],
    ]);
  });
});
