import { Application, type Request, RouteConfiguration, StartError } from '../../lib/core';
import { rawRequest } from '../support/core/raw-request';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';

class Orders {
  list() {
    return 'list';
  }
  create() {
    return 'create';
  }
  read(request: Request) {
    return { path: request.path, id: request.getHeader('id'), raw: request.rawPathParameters.id };
  }
  nothing() {}
}

class OrdersApplication extends Application {
  override defineRoutes() {
    const orders = this.resource(Orders);
    orders.builder('/orders').action('GET', 'list').action('POST', 'create').body('optional').attribute('x', 'y');
    orders.builder('/orders/{id}').action('GET', 'read').using(new RouteConfiguration());
    orders.builder('/nothing').action('GET', 'nothing');
    const archive = this.resource(new Orders()).at('/archive');
    archive.builder('').action('GET', 'list');
    archive.builder('{id}/copy').action('GET', 'read');
    archive.builder('/archived').action('GET', 'list');
  }
}

describe('resource(<ResourceClass>).builder(<path template>).action(<HttpMethod>, <method name>)', () => {
  let served: ServedSpec;
  beforeAll(async () => {
    served = await serveApplication(OrdersApplication);
  });
  afterAll(() => served.stop());

  it('can be chained for several HTTP methods on one path', async () => {
    expect((await served.request('/orders')).body).toBe('list');
    expect((await served.request('/orders', { method: 'POST' })).body).toBe('create');
  });

  it('provides path parameters decoded, and as they were sent', async () => {
    expect((await served.request('/orders/a%2Cb%20c?x=1')).body).toEqual({
      path: '/orders/a%2Cb%20c',
      id: 'a,b c',
      raw: 'a%2Cb%20c',
    });
  });

  it('is relative to the resource without a leading slash, and to the application with one', async () => {
    expect((await served.request('/archive')).body).toBe('list');
    expect((await served.request('/archive/7/copy')).body).toMatchObject({ id: '7' });
    expect((await served.request('/archived')).body).toBe('list');
  });

  it('responds 204 when the method returns nothing', async () => {
    const { status, text } = await served.request('/nothing');

    expect([status, text]).toEqual([204, '']);
  });

  it('ignores one trailing slash (our choice), and is case-sensitive', async () => {
    expect((await served.request('/orders/')).status).toBe(200);
    expect((await served.request('/Orders')).status).toBe(404);
    expect((await served.request('//orders')).status).toBe(404);
    expect((await served.request('/orders//')).status).toBe(404);
  });

  it('responds 400 to malformed percent-encoding', async () => {
    expect((await served.request('/orders/%zz')).status).toBe(400);
    expect((await served.request('/orders/%ff')).status).toBe(400);
  });

  it.each(['%zz', 'a=%ff'])(
    'responds 400 to malformed percent-encoding in the query, even if no code reads it: ?%s',
    async (query) => {
      const { status, body } = await served.request(`/orders?${query}`);

      expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter: query.split('=')[0] });
      expect((await served.request(`/missing?${query}`)).status).toBe(404);
    },
  );

  it('responds 405 with Allow to a method without a route', async () => {
    const { status, headers } = await served.request('/orders/7', { method: 'DELETE' });

    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('responds 204 with Allow to OPTIONS', async () => {
    const { status, headers } = await served.request('/orders', { method: 'OPTIONS' });

    expect(status).toBe(204);
    expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const get = await served.request('/orders');
    const head = await served.request('/orders', { method: 'HEAD' });

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('Content-Length')).toBe(get.headers.get('Content-Length'));
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
  });

  it('matches an absolute request target by its path', async () => {
    const response = await rawRequest(
      served.address,
      'GET http://shop/orders/7 HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n',
    );

    expect(response).toMatch(/^HTTP\/1.1 200/);
    expect(response).toContain('"id":"7"');
  });
});

describe('An invalid route', () => {
  const start = (define: (application: Application) => void) => {
    class BrokenApplication extends Application {
      override defineRoutes() {
        define(this);
      }
    }
    return new BrokenApplication({ configDir: __dirname, configuration: { name: 'broken' } }).start();
  };

  it('stops the start when the class lacks the method', async () => {
    const started = start((application) =>
      application
        .resource(Orders)
        .builder('/a')
        .action('GET', 'miss' as 'list'),
    );

    await expect(started).rejects.toThrow('Orders has no method "miss"');
  });

  it('stops the start when another route has the same method and path shape, naming both', async () => {
    const started = start((application) => {
      application.resource(Orders).builder('/orders/{id}').action('GET', 'read');
      application.resource(Orders).builder('/orders/{order_id}').action('GET', 'list');
    });

    await expect(started).rejects.toThrow(StartError);
    await expect(started).rejects.toThrow('GET /orders/{id} (Orders.read) and GET /orders/{order_id} (Orders.list)');
  });

  it.each(['orders', '/orders/{id', '/{id}/{id}'])('stops the start when its path is "%s"', async (path) => {
    await expect(
      start((application) => application.resource(Orders).builder(path).action('GET', 'list')),
    ).rejects.toThrow(path);
  });

  it('stops the start when one attribute is set twice', async () => {
    const started = start((application) =>
      application.resource(Orders).builder('/a').attribute('p', 'x').attribute('p', 'y').action('GET', 'list'),
    );

    await expect(started).rejects.toThrow('"p" twice');
  });
});
