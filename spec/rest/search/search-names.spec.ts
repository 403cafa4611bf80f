import type { DomainClass } from '../../../lib/metadata';
import { SearchNames } from '../../../lib/rest/search/search-names';
import { Category, Order, shop } from '../../support/domain/shop';
import { type OpenStore, openStore } from '../../support/open-store';

let open: OpenStore;

beforeAll(async () => {
  open = await openStore(shop);
});
afterAll(() => open.close());

function namesOf(type: unknown, prefix: string, taken: readonly string[] = []): SearchNames {
  return new SearchNames(open.store.registry.entity(type as DomainClass)!, prefix, taken);
}

describe('SearchNames', () => {
  it('lists the searchable fields down the collections, and one step along references', () => {
    expect(namesOf(Order, 'orders').all).toEqual(['status', 'order_items.sku', 'order_items.product.name']);
  });

  it('leads a name to its field, with and without the prefix', () => {
    const names = namesOf(Order, 'orders');

    for (const name of ['order_items.product.name', 'orders.order_items.product.name']) {
      const { steps, field } = names.resolve(name)!;
      expect([...steps.map(({ property }) => property), field.name]).toEqual(['orderItems', 'product', 'name']);
    }
  });

  it.each([
    ['code', 'is not marked'],
    ['internal_notes', 'is hidden'],
    ['orderItems.sku', 'is a domain name'],
    ['order_items', 'is a collection'],
    ['order_items.', 'ends in nothing'],
    ['orders', 'is the prefix alone'],
    ['orders.orders.status', 'has the prefix twice'],
    ['', 'is empty'],
  ])('does not know "%s", which %s', (name) => {
    expect(namesOf(Order, 'orders').resolve(name)).toBeUndefined();
  });

  it('knows no hidden association', () => {
    expect(namesOf(Category, 'categories').resolve('parent.name')).toBeUndefined();
  });

  it('asks for the prefix where a field is named like a parameter', () => {
    const names = namesOf(Order, 'orders', ['status']);

    expect(names.all[0]).toBe('orders.status');
    expect(names.resolve('status')).toBeUndefined();
    expect(names.resolve('orders.status')).toMatchObject({ steps: [], field: { name: 'status' } });
  });
});
