import type { DomainClass } from '../../../lib/metadata';
import { SearchNames } from '../../../lib/rest/search/search-names';
import { Category, Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const open = useStore(shop);

function namesOf(type: unknown, prefix: string, reserved: readonly string[] = []): SearchNames {
  return new SearchNames(open.store.registry.entity(type as DomainClass)!, prefix, reserved);
}

describe('Search names', () => {
  it('are those of searchable fields: of the class, of collections at any depth, and of references one step away', () => {
    expect(namesOf(Order, 'orders').all).toEqual(['status', 'order_items.sku', 'order_items.product.name']);
  });

  it('resolve to the same field with and without the prefix', () => {
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
  ])('do not include "%s", which %s', (name) => {
    expect(namesOf(Order, 'orders').resolve(name)).toBeUndefined();
  });

  it('do not include hidden associations', () => {
    expect(namesOf(Category, 'categories').resolve('parent.name')).toBeUndefined();
  });

  it('need the prefix if an association has its name', () => {
    const names = namesOf(Order, 'order_items');

    expect(names.all).toEqual(['status', 'order_items.order_items.sku', 'order_items.order_items.product.name']);
    for (const name of names.all) expect(names.resolve(name)).toBeDefined();
    expect(names.prefixed).toEqual([]);
    expect(names.resolve('order_items.sku')).toBeUndefined();
  });

  it('need the prefix if the field has the name of a reserved parameter', () => {
    const names = namesOf(Order, 'orders', ['status']);

    expect(names.all[0]).toBe('orders.status');
    expect(names.resolve('status')).toBeUndefined();
    expect(names.resolve('orders.status')).toMatchObject({ steps: [], field: { name: 'status' } });
  });
});
