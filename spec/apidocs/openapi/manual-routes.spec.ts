import {
  Application,
  DOCUMENTATION,
  Generated,
  type Request,
  Resource,
  type Response,
  type RouteDocumentation,
} from '../../../lib';
import { Order, shop } from '../../support/domain/shop';
import { inspectedDocument } from '../../support/inspected-document';

@Resource(Order)
class OrderResource extends Generated(Order) {
  async readOrder(request: Request, response: Response): Promise<unknown> {
    return super.readOrder!(request, response);
  }

  invoice(): object {
    return { number: '2026-1' };
  }

  audit(): void {}
}

class ShopApplication extends Application {
  override defineRoutes(): void {
    const orders = this.resource(OrderResource);
    const invoice: RouteDocumentation = {
      summary: 'Read the invoice of an order',
      description: 'As it was sent.',
      parameters: {
        id: { description: 'Of the order.', schema: { type: 'integer' } },
        copy: { schema: { type: 'boolean' } },
      },
      responses: {
        200: { description: 'The invoice.', content: { type: 'object', properties: { number: { type: 'string' } } } },
        404: { description: 'There is none yet.' },
      },
    };
    orders.builder('{id}/invoice').action('GET', 'invoice').attribute(DOCUMENTATION, invoice);
    orders.builder('/orders/{id}/audit').action('POST', 'audit').action('PUT', 'audit');
    const audits: RouteDocumentation = { tag: 'Audits', body: Order, responses: { 200: { content: [Order] } } };
    orders.builder('/audits').action('POST', 'audit').attribute(DOCUMENTATION, audits);
    orders
      .builder('/secret')
      .action('GET', 'audit')
      .attribute(DOCUMENTATION, { hidden: true } satisfies RouteDocumentation);
  }
}

describe('A hand-written route in the OpenAPI document', () => {
  const settings = { Class: ShopApplication, resources: [OrderResource] };

  it('is described by the attribute DOCUMENTATION', async () => {
    const { paths, components } = await inspectedDocument(shop, settings);
    const { parameters, responses, ...invoice } = paths['/orders/{id}/invoice']!.get!;

    expect(invoice).toMatchObject({
      tags: ['Order'],
      operationId: 'invoice',
      summary: 'Read the invoice of an order',
      description: 'As it was sent.',
    });
    expect(parameters.slice(0, 2)).toEqual([
      { name: 'id', in: 'path', required: true, description: 'Of the order.', schema: { type: 'integer' } },
      { name: 'copy', in: 'query', schema: { type: 'boolean' } },
    ]);
    expect(responses['200'].content['application/json'].schema.properties).toEqual({ number: { type: 'string' } });
    expect(responses['404']).toMatchObject({
      description: 'There is none yet.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
    expect(components.schemas).toHaveProperty('Order');
  });

  it('has the schemas of domain classes in its body and responses', async () => {
    const { paths } = await inspectedDocument(shop, settings);
    const { tags, requestBody, responses } = paths['/audits']!.post!;

    expect(tags).toEqual(['Audits']);
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/OrderCreate' });
    expect(responses['200'].content['application/json'].schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Order' },
    });
  });

  it('without documentation has a default description and a unique operation id', async () => {
    const { paths } = await inspectedDocument(shop, settings);
    const { post, put } = paths['/orders/{id}/audit']!;

    expect([post!.operationId, put!.operationId]).toEqual(['audit', 'auditPut']);
    expect(post).toMatchObject({ tags: ['Order'], summary: 'Audit', responses: { 200: { description: 'Done.' } } });
  });

  it('is left out when it is hidden', async () => {
    const { paths } = await inspectedDocument(shop, settings);

    expect(paths).not.toHaveProperty('/secret');
  });

  it('does not change the description of an overridden route', async () => {
    const { paths } = await inspectedDocument(shop, settings);

    expect(paths['/orders/{id}']!.get).toEqual((await inspectedDocument(shop)).paths['/orders/{id}']!.get);
  });
});
