import { Application } from '../../lib';
import { documentOf, sourceOf } from '../support/document-of';
import { shop } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';

const served = useServed(shop, { Class: Application });

/** Whether the OpenAPI document allows the elements of a list in a parameter of GET /orders. */
function isDocumented(name: string, list: string): boolean {
  const { paths, components } = documentOf(sourceOf(served.application));
  const parameters = paths['/orders']!.get!.parameters as readonly { readonly $ref: string }[];
  const resolved = parameters.map(({ $ref }) => components.parameters![$ref.split('/').at(-1)!]);
  const { schema } = resolved.find((parameter) => parameter.name === name);
  return list.split(',').every((element) => new RegExp(schema.items.pattern, 'u').test(element));
}

describe('A list of names in a query', () => {
  it.each([
    ['include', 'code, status'],
    ['include', ' code ,  order_items.sku '],
    ['exclude', 'code , order_items'],
    ['expand', ' order_items.shipments, tags'],
    ['sort', '-id, created_at'],
    ['sort', ' created_at , -id'],
  ])('may have blanks around the names in the documents as in requests: %s=%s', async (name, list) => {
    const { status } = await served.request('GET', `/orders?${name}=${encodeURIComponent(list)}`);

    expect([status, isDocumented(name, list)]).toEqual([200, true]);
  });

  it.each([
    ['include', 'co de'],
    ['include', 'code,'],
    ['exclude', 'order_items. sku'],
    ['expand', 'order_items tags'],
    ['sort', '- id'],
    ['sort', ' '],
  ])('may not have them elsewhere: %s=%s', async (name, list) => {
    const { status } = await served.request('GET', `/orders?${name}=${encodeURIComponent(list)}`);

    expect([status, isDocumented(name, list)]).toEqual([400, false]);
  });
});
