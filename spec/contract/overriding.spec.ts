import { Application, ConflictException, Generated, type Request, Resource, type Response } from '../../lib';
import { ResourceConfiguration } from '../../lib/core';
import { Order, OrderItem, Payment, shop, Tag } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';
import { unusedCode } from '../support/unused-code';

/** Overrides that call the generated method, replace it, return a value or throw an error. */
@Resource(Order)
class OrderResource extends Generated(Order) {
  async createOrder(request: Request, response: Response): Promise<void> {
    await super.createOrder(request, response);
    response.setHeader('X-Queue', 'new');
  }

  async readOrder(request: Request, response: Response): Promise<unknown> {
    const read = (await super.readOrder(request, response)) as object;
    return { ...read, seen: true };
  }

  async updateOrder(request: Request, response: Response): Promise<void> {
    response.setStatus(202).setContent(await super.updateOrder(request, response));
  }

  listOrderTags(): unknown {
    return [this.label()];
  }

  async listOrderPayments(): Promise<never> {
    throw new ConflictException('The till is closed.');
  }

  /** No generated route has this name. */
  label(): string {
    return 'none';
  }

  async invoice(request: Request): Promise<object> {
    const order = await Order.findById(request.getParameter('id')!);
    return { invoice_for: order!.code };
  }

  misspelt(request: Request, response: Response): unknown {
    return super.readOrdrs(request, response);
  }

  unheardOf(request: Request, response: Response): unknown {
    return super.readInvoiceOfOrder(request, response);
  }

  copy(request: Request, response: Response): unknown {
    return super.createOrder(request, response);
  }

  async full(): Promise<Order[]> {
    return Order.findAll({ include: [OrderItem, Payment] });
  }

  async report(): Promise<object> {
    return { orders: await Order.findAll(), on: new Date(0), by: { none: null } };
  }

  async stored(request: Request): Promise<Order> {
    const order = request.getContentAs(Order);
    if (!(order instanceof Order) || !order.isNewRecord) throw new Error('is no unsaved order');
    order.internalNotes = 'by hand';
    return order.save();
  }

  item(request: Request): object {
    const item = request.getContentAs(OrderItem);
    return { sku: item.sku, has_order: item.orderId !== undefined };
  }
}

/** Overrides one method of another root, without extending Generated. */
@Resource({ value: Tag })
class TagResource {
  constructor(private readonly maker = 'nobody') {}

  createTag(): object {
    return { created: this.maker };
  }
}

const tagResource = new TagResource('by hand');

class ShopApplication extends Application {
  override defineResources(): void {
    this.addResource(tagResource, new ResourceConfiguration({ maxBodyBytes: 64 }));
  }

  override defineRoutes(): void {
    const orders = this.resource(OrderResource);
    orders.builder('{id}/invoice').action('GET', 'invoice');
    orders.builder('misspelt').action('GET', 'misspelt');
    orders.builder('unheard').action('GET', 'unheardOf');
    orders.builder('copies').action('POST', 'copy');
    orders.builder('full').action('GET', 'full');
    orders.builder('report').action('GET', 'report');
    orders.builder('').action('PUT', 'stored');
    orders.builder('/drafts').action('POST', 'item');
  }
}

const resources = [OrderResource, tagResource];
const served = useServed(shop, { Class: ShopApplication, resources, packagesToScan: ['scanned'] });
const { request } = served;

describe('@Resource', () => {
  it('replaces the generated route of the same name, which super calls, with its status and Location', async () => {
    const code = unusedCode();

    const { status, headers, body } = await request('POST', '/orders', { code });

    expect(status).toBe(201);
    expect(headers.get('X-Queue')).toBe('new');
    expect(headers.get('Location')).toBe(`/orders/${body.id}`);
    expect(body).toMatchObject({ code, status: 'created' });
  });

  it('gets the errors of the generated route from super', async () => {
    const rejected = await request('POST', '/orders', { code: 7 });

    expect(rejected).toMatchObject({ status: 422, body: { field_errors: [{ field: 'code' }] } });
  });

  it('responds with the returned value: 200 or the status that it set, for PUT and PATCH', async () => {
    const { body: order } = await request('POST', '/orders', { code: unusedCode() });

    const read = await request('GET', `/orders/${order.id}`);
    const put = await request('PUT', `/orders/${order.id}`, { status: 'shipped' });
    const patched = await request('PATCH', `/orders/${order.id}`, { status: 'cancelled' });

    expect(read).toMatchObject({ status: 200, body: { id: order.id, seen: true } });
    expect(put).toMatchObject({ status: 202, body: { status: 'shipped' } });
    expect(patched).toMatchObject({ status: 202, body: { status: 'cancelled' } });
  });

  it('replaces routes of sub-resources, and keeps the other generated routes', async () => {
    const { body: order } = await request('POST', '/orders', { code: unusedCode(), tags: [{ name: unusedCode() }] });

    expect(await request('GET', `/orders/${order.id}/tags`)).toMatchObject({ status: 200, body: ['none'] });
    expect(await request('GET', `/orders/${order.id}/tags/${order.tags[0].id}`)).toMatchObject({ status: 200 });
    expect(await request('DELETE', `/orders/${order.id}`)).toMatchObject({ status: 204 });
  });

  it('maps the errors of a method as all others', async () => {
    const { status, body } = await request('GET', '/orders/1/payments');

    expect(status).toBe(409);
    expect(body.detail).toBe('The till is closed.');
  });

  it('ignores a method that has no name of a generated route', async () => {
    expect(await request('GET', '/orders/label')).toMatchObject({ status: 404 });
    expect(await request('GET', '/label')).toMatchObject({ status: 404 });
  });

  it('accepts an instance of a plain class, and the configuration of its resource', async () => {
    const created = await request('POST', '/tags', { name: 'red' });
    const tooLarge = await request('POST', '/tags', { name: 'x'.repeat(64) });

    expect(created).toMatchObject({ status: 200, body: { created: 'by hand' } });
    expect(tooLarge.status).toBe(413);
  });
});

describe('A misspelt call of a generated method', () => {
  it.each([
    ['misspelt', 'readOrdrs', 'did you mean "readOrder"?'],
    [
      'unheard',
      'readInvoiceOfOrder',
      'is the operation excluded, or was the instance created outside the application?',
    ],
  ])('by %s responds 500, and the log names the class, the call and the remedy', async (path, name, remedy) => {
    const log = jest.spyOn(console, 'error').mockImplementation();

    const { status } = await request('GET', `/orders/${path}`);
    const [, error] = log.mock.lastCall!;
    log.mockRestore();

    expect(status).toBe(500);
    expect((error as Error).message).toBe(
      `OrderResource calls the generated method "${name}", which its application does not have: ${remedy}`,
    );
  });
});

describe('A class marked @Resource', () => {
  it('is found in db.packagesToScan', async () => {
    expect(await request('GET', '/countries')).toMatchObject({ status: 200, body: ['found'] });
  });
});

describe('A hand-written route of a generated resource', () => {
  it('is relative to the resource without a leading slash, and to the application with one', async () => {
    const code = unusedCode();
    const { body: order } = await request('POST', '/orders', { code });

    expect(await request('GET', `/orders/${order.id}/invoice`)).toMatchObject({ body: { invoice_for: code } });
    expect((await request('POST', '/orders/copies', { code: unusedCode() })).status).toBe(201);
    expect((await request('POST', '/drafts', { sku: 'pen', quantity: 1 })).status).toBe(200);
  });
});

describe('An entity in a hand-written route', () => {
  it('is written as by the generated routes, with its loaded collections', async () => {
    const items = [{ sku: 'pen', quantity: 2 }];
    const created = await request('POST', '/orders', { code: unusedCode(), gift_code: 'hush', order_items: items });

    const { body } = await request('GET', '/orders/full');

    const full = body.find(({ id }: { id: number }) => id === created.body.id);
    expect(full).toEqual({ ...created.body, payments: [] });
    expect(JSON.stringify(body)).not.toMatch(/hush|internal_notes|version/);
  });

  it('has no hidden fields, even inside a plain object', async () => {
    const { body: created } = await request('POST', '/orders', { code: unusedCode(), gift_code: 'hush' });

    const { body } = await request('GET', '/orders/report');

    expect(body).toMatchObject({ on: '1970-01-01T00:00:00.000Z', by: { none: null } });
    expect(body.orders).toContainEqual(created);
    expect(JSON.stringify(body)).not.toMatch(/hush|internal_?notes|version/i);
  });

  it('is read by the rules of a create: unsaved, with its children, and writable fields only', async () => {
    const code = unusedCode();

    const { status, body } = await request('PUT', '/orders', { code, order_items: [{ sku: 'pen', quantity: 1 }] });

    expect(status).toBe(200);
    expect(body).toMatchObject({ code, status: 'created', order_items: [{ sku: 'pen', order_id: body.id }] });
    const stored = await request('GET', `/orders/${body.id}/order_items`);
    expect(stored.body).toEqual(body.order_items);
  });

  it('is rejected with all invalid fields at once', async () => {
    const payload = { id: 7, rating: 'A', internal_notes: 'x', version: 1, tags: [{ id: 1 }] };

    const { status, body } = await request('PUT', '/orders', payload);

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['code', 'id', 'internal_notes', 'rating', 'tags[0].id', 'version'].sort(),
    );
  });

  it('does not require the key of its parent, which the method knows', async () => {
    const { body } = await request('POST', '/drafts', { sku: 'pen', quantity: 1 });

    expect(body).toEqual({ sku: 'pen', has_order: false });
  });
});
