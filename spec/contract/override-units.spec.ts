import {
  Application,
  afterCommit,
  ConflictException,
  Generated,
  type Request,
  Resource,
  type Response,
} from '../../lib';
import { SeeOtherException } from '../../lib/core';
import { Order, OrderItem, shop, Tag } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';
import { unusedCode } from '../support/unused-code';

/** What the next request does after it has called the generated method. */
let afterwards: (response: Response, request: Request) => unknown = () => undefined;
const log: string[] = [];

@Resource(Order)
class OrderResource extends Generated(Order) {
  async createOrder(request: Request, response: Response): Promise<unknown> {
    await super.createOrder(request, response);
    return afterwards(response, request);
  }

  async updateOrder(request: Request, response: Response): Promise<unknown> {
    const returned = await super.updateOrder(request, response);
    return (await afterwards(response, request)) ?? returned;
  }

  async deleteOrder(request: Request, response: Response): Promise<unknown> {
    await super.deleteOrder(request, response);
    return afterwards(response, request);
  }

  async createOrderOrderItem(request: Request, response: Response): Promise<unknown> {
    await super.createOrderOrderItem(request, response);
    return afterwards(response, request);
  }

  async copy(request: Request, response: Response): Promise<unknown> {
    await super.createOrder(request, response);
    return afterwards(response, request);
  }

  found(request: Request, response: Response): unknown {
    return super.listOrders(request, response);
  }
}

@Resource(Tag, { unitOfWork: false })
class TagResource extends Generated(Tag) {
  async createTag(request: Request, response: Response): Promise<never> {
    await super.createTag(request, response);
    throw new ConflictException('It is stored.');
  }
}

class ShopApplication extends Application {
  override defineRoutes(): void {
    const orders = this.resource(OrderResource);
    orders.builder('copies').action('POST', 'copy');
    orders.builder('found').body('optional').action('POST', 'found');
  }
}

const isStored = async (code: string) => (await Order.count({ where: { code } })) === 1;

const settings = { idempotency: { key: 'optional' } };

const served = useServed(shop, { Class: ShopApplication, resources: [OrderResource, TagResource], settings });
const { request } = served;
beforeEach(() => {
  afterwards = () => undefined;
  log.length = 0;
});

const conflict = () => {
  throw new ConflictException('Not today.');
};

describe('An override of a write', () => {
  it('stores nothing if it throws after the generated method', async () => {
    const code = unusedCode();
    afterwards = conflict;

    const created = await request('POST', '/orders', { code });

    expect(created).toMatchObject({ status: 409, body: { detail: 'Not today.' } });
    expect(created.headers.get('Location')).toBeNull();
    expect(await isStored(code)).toBe(false);
  });

  it.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/order_items'],
  ])('rolls back a %s of an order%s', async (method, path) => {
    const code = unusedCode();
    const { body: order } = await request('POST', '/orders', { code });
    afterwards = conflict;
    const content = path === '' ? { status: 'shipped' } : { sku: 'pen', quantity: 1 };

    const written = await request(method, `/orders/${order.id}${path}`, method === 'DELETE' ? undefined : content);

    expect(written.status).toBe(409);
    const [stored] = await Order.findAll({ where: { code }, include: [OrderItem] });
    expect(stored).toMatchObject({ status: order.status, orderItems: [] });
  });

  it('stores the changes of several generated methods together, or none of them', async () => {
    const [first, second] = [unusedCode(), unusedCode()];
    afterwards = async () => {
      await Order.create({ code: second });
      conflict();
    };

    await request('POST', '/orders', { code: first });

    expect(await isStored(first)).toBe(false);
    expect(await isStored(second)).toBe(false);
  });

  it('keeps its other changes if it catches the error of a part', async () => {
    const [code, taken] = [unusedCode(), unusedCode()];
    await Order.create({ code: taken });
    afterwards = async () => {
      await Order.unitOfWork(() => Order.create({ code: taken })).catch(() => log.push('caught'));
    };

    const { status } = await request('POST', '/orders', { code });

    expect([status, log, await isStored(code)]).toEqual([201, ['caught'], true]);
  });
});

describe('The end of an override of a write', () => {
  it('stores nothing after an error status, and sends the response', async () => {
    const code = unusedCode();
    afterwards = (response) => void response.setStatus(409).setContent({ reason: 'sold out' });

    const created = await request('POST', '/orders', { code });

    expect(created).toMatchObject({ status: 409, body: { reason: 'sold out' } });
    expect(await isStored(code)).toBe(false);
  });

  it('stores the changes before a redirect', async () => {
    const code = unusedCode();
    afterwards = () => {
      throw new SeeOtherException('/orders');
    };

    const { status } = await request('POST', '/orders', { code });

    expect(status).toBe(303);
    expect(await isStored(code)).toBe(true);
  });

  it('is followed by the callbacks of afterCommit, unless it is rolled back', async () => {
    afterwards = async () => {
      await afterCommit(() => void log.push('mail'));
      log.push('end');
    };
    await request('POST', '/orders', { code: unusedCode() });
    expect(log).toEqual(['end', 'mail']);

    afterwards = async () => {
      await afterCommit(() => void log.push('mail of nothing'));
      conflict();
    };
    await request('POST', '/orders', { code: unusedCode() });

    expect(log).toEqual(['end', 'mail']);
  });

  it('waits for the changes of content that is a promise', async () => {
    const code = unusedCode();
    afterwards = (response) => void response.setContent(Order.create({ code }).then((order) => ({ code: order.code })));

    const { body } = await request('POST', '/orders', { code: unusedCode() });

    expect(body).toEqual({ code });
    expect(await isStored(code)).toBe(true);
  });

  it('is an error if a rule is broken then', async () => {
    const { body: order } = await request('POST', '/orders', { code: unusedCode() });
    afterwards = async () => {
      const stored = await Order.findByPk(order.id);
      await stored!.update({ code: null as never });
    };

    const { status } = await request('PUT', `/orders/${order.id}`, { status: 'shipped' });

    expect(status).toBe(422);
    expect((await Order.findByPk(order.id))!.status).toBe(order.status);
  });

  it('is a rollback with an Idempotency-Key too, which stays free', async () => {
    const code = unusedCode();
    const headers = { 'Idempotency-Key': unusedCode() };
    afterwards = (response) => void response.setStatus(409);
    const rejected = await request('POST', '/orders', { code }, headers);
    const isKept = await isStored(code);
    afterwards = () => undefined;

    const created = await request('POST', '/orders', { code }, headers);
    const repeated = await request('POST', '/orders', { code }, headers);

    expect([rejected.status, isKept, created.status, repeated.status]).toEqual([409, false, 201, 201]);
    expect(repeated.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('is before the response: a failing COMMIT is an error', async () => {
    const code = unusedCode();
    const { sequelize } = Order;
    const queries = sequelize!.getQueryInterface() as unknown as Record<string, (...args: unknown[]) => unknown>;
    const { commitTransaction, rollbackTransaction } = queries;
    queries.commitTransaction = async (transaction: unknown, ...rest) => {
      if ((transaction as { parent?: unknown }).parent) return commitTransaction!.call(queries, transaction, ...rest);
      await rollbackTransaction!.call(queries, transaction, ...rest);
      throw new Error('The COMMIT fails.');
    };
    for (const method of ['warn', 'error'] as const)
      jest.spyOn(console, method).mockImplementationOnce(() => undefined);

    const { status } = await request('POST', '/orders', { code }).finally(() => {
      queries.commitTransaction = commitTransaction!;
    });

    expect(status).toBe(500);
    expect(await isStored(code)).toBe(false);
  });

  it('is a rollback in a preview', async () => {
    const code = unusedCode();

    const { body } = await request('POST', '/orders', { code }, { Prefer: 'preview' });

    expect(body).toMatchObject({ status: 201, changes: [{}] });
    expect(await isStored(code)).toBe(false);
  });
});

describe('A hand-written route of a @Resource class', () => {
  it('is one unit of work for POST, PUT, PATCH and DELETE', async () => {
    const code = unusedCode();
    afterwards = conflict;

    expect(await request('POST', '/orders/copies', { code })).toMatchObject({ status: 409 });

    expect(await isStored(code)).toBe(false);
  });

  it('streams the list of a generated method', async () => {
    await Order.bulkCreate(Array.from({ length: 2100 }, () => ({ code: unusedCode() })));

    const { status, body } = await request('POST', '/orders/found');

    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(2100);
  });
});

describe('@Resource(…, { unitOfWork: false })', () => {
  it('stores what the generated method has stored before an error', async () => {
    const name = unusedCode();

    expect(await request('POST', '/tags', { name })).toMatchObject({ status: 409 });

    expect(await Tag.count({ where: { name } })).toBe(1);
  });
});
