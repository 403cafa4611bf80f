import { Application, type Filter, type Request, type Response } from '../../lib/core';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

const seen: string[] = [];
const filters: Filter[] = [];

/** The filters of the current test. */
const all: Filter = {
  async doFilter(request, response, chain) {
    const run = (index: number, req: Request, res: Response): Promise<void> => {
      const filter = filters[index];
      if (!filter) return chain.doFilter(req, res);
      return Promise.resolve(filter.doFilter(req, res, { doFilter: (r, s) => run(index + 1, r, s) }));
    };
    await run(0, request, response);
  },
};

class Things {
  read(request: Request) {
    seen.push('method');
    return { user: request.attributes.get('user') ?? null, who: request.getHeader('id') };
  }
  create(request: Request) {
    seen.push('method');
    return request.getContent();
  }
}

class FilteredApplication extends Application {
  override defineRoutes() {
    this.resource(Things).builder('/things/{id}').action('GET', 'read').action('POST', 'create');
  }
  override addFilters() {
    this.addFilter(all);
  }
}

class OrderedApplication extends FilteredApplication {
  override addFilters() {
    for (const name of ['first', 'second']) {
      this.addFilter({
        async doFilter(request, response, chain) {
          seen.push(`${name} ${request.route?.name ?? 'no route'} ${request.rawPathParameters.id ?? ''}`);
          await chain.doFilter(request, response);
          seen.push(`${name} back ${response.status}`);
        },
      });
    }
  }
}

afterEach(() => {
  seen.length = 0;
  filters.length = 0;
});

describe('A request', () => {
  let served: ServedSpec;
  beforeAll(async () => {
    served = await serveApplication(OrderedApplication);
  });
  afterAll(() => served.stop());

  it('passes through all filters in the order of their registration, before it reaches the resource method', async () => {
    await served.request('/things/7');

    expect(seen).toEqual(['first read 7', 'second read 7', 'method', 'second back 200', 'first back 200']);
  });

  it.each([
    ['GET', '/nothing', 404],
    ['PUT', '/things/7', 405],
    ['OPTIONS', '/things/7', 204],
    ['GET', '/things/%zz', 400],
  ])('passes through them also when no route matches: %s %s', async (method, path, status) => {
    const response = await served.request(path, { method });

    expect(response.status).toBe(status);
    expect(seen.at(0)).toContain('first');
    expect(seen.at(-1)).toBe(`first back ${status}`);
    expect(seen).not.toContain('method');
  });

  it('is rejected with 405 after the filters, without reading its body', async () => {
    const { status } = await served.send('PATCH', '/things/7', { a: 1 });

    expect(status).toBe(405);
  });
});

describe('doFilter(Request, Response, FilterChain)', () => {
  let served: ServedSpec;
  beforeAll(async () => {
    served = await serveApplication(FilteredApplication);
  });
  afterAll(() => served.stop());

  it('ends the request when it does not call its chain', async () => {
    filters.push({ doFilter: (_request, response) => void response.setStatus(401).setContent({ no: 'entry' }) });

    const { status, body } = await served.request('/things/7');

    expect([status, body, seen]).toEqual([401, { no: 'entry' }, []]);
  });

  it('responds 204 when it neither calls its chain nor sets a response', async () => {
    filters.push({ doFilter: () => undefined });

    expect((await served.request('/things/7')).status).toBe(204);
  });

  it('may replace request and response, and set attributes', async () => {
    filters.push({
      doFilter(request, response, chain) {
        request.attributes.set('user', 'ada');
        const renamed = new Proxy(request, {
          get: (target, key) => (key === 'getHeader' ? () => 'replaced' : Reflect.get(target, key, target)),
        });
        return chain.doFilter(renamed, response);
      },
    });

    expect((await served.request('/things/7')).body).toEqual({ user: 'ada', who: 'replaced' });
  });

  it('cannot read the content, which is read after the filters', async () => {
    filters.push({
      doFilter(request, response, chain) {
        request.getContent();
        return chain.doFilter(request, response);
      },
    });

    expect((await served.send('POST', '/things/7', {})).status).toBe(500);
    expect(String(served.errors.at(-1)?.[1])).toContain('after the filters');
  });
});

describe('A filter', () => {
  const serveWith = (filter: Filter) => {
    class OneFilterApplication extends FilteredApplication {
      override addFilters() {
        this.addFilter(filter);
      }
    }
    return serveApplication(OneFilterApplication);
  };

  it('is awaited even when it does not await its chain', async () => {
    const served = await serveWith({ doFilter: (request, response, chain) => void chain.doFilter(request, response) });

    const { status, body } = await served.request('/things/7');
    await served.stop();

    expect([status, body.who]).toEqual([200, '7']);
  });

  it('that calls its chain twice is an error, and the resource method runs once', async () => {
    const served = await serveWith({
      async doFilter(request, response, chain) {
        await chain.doFilter(request, response);
        await chain.doFilter(request, response);
      },
    });

    const { status } = await served.request('/things/7');
    await served.stop();

    expect([status, seen]).toEqual([500, ['method']]);
  });
});
