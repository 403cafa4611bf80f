import { Generated, type Request, Resource, type Response } from '../../lib';
import { Label, Order, ruleCalls, TENANTS } from '../support/domain/tenants';
import { namedByHeader } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';

@Resource(Label)
class LabelResource extends Generated(Label) {
  async listLabels(request: Request, response: Response): Promise<unknown> {
    return { labels: await super.listLabels(request, response), all: await Label.count() };
  }

  async createLabel(request: Request, response: Response): Promise<void> {
    await super.createLabel(request, response);
  }
}

@Resource(Order)
class OrderResource extends Generated(Order) {
  async listOrders(request: Request, response: Response): Promise<unknown> {
    return [await super.listOrders(request, response), await super.listOrders(request, response)];
  }
}

const resources = [LabelResource, OrderResource];
const shop = useServed(TENANTS, { authenticators: [namedByHeader], resources });

beforeAll(async () => {
  await Label.bulkCreate([
    { text: 'hot', tenant: 'red' },
    { text: 'cold', tenant: 'blue' },
  ]);
});

describe('@Scope in an override', () => {
  it('limits the generated method, but not the queries of domain code', async () => {
    const { body } = await shop.request('GET', '/labels', undefined, { 'X-User': 'red' });
    const created = await shop.request('POST', '/labels', { text: 'new', tenant: 'blue' }, { 'X-User': 'red' });

    expect(body).toMatchObject({ labels: [{ text: 'hot' }], all: 2 });
    expect(created.status).toBe(403);
    expect(await Label.count()).toBe(2);
  });

  it('calls a rule once per request, however many generated methods are called', async () => {
    ruleCalls.count = 0;

    const { body } = await shop.request('GET', '/orders', undefined, { 'X-User': 'red' });

    expect([body, ruleCalls.count]).toEqual([[[], []], 1]);
  });
});
