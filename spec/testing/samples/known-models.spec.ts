import type { MetadataRegistry } from '../../../lib/metadata';
import {
  byDomainName,
  domainNameOf,
  KnownModels,
  toReference,
  wireNameOf,
} from '../../../lib/testing/samples/known-models';
import { Order, OrderItem, Product, shop } from '../../support/domain/shop';
import { inspectedSource } from '../../support/inspected';

let registry: MetadataRegistry;
let models: KnownModels;

beforeAll(async () => {
  ({ registry } = await inspectedSource(shop));
  models = new KnownModels(registry);
});

describe('KnownModels', () => {
  it('finds an entity by its class and by its name', () => {
    expect(models.entity(OrderItem).name).toBe('OrderItem');
    expect(models.entity('OrderItem')).toBe(models.entity(OrderItem));
    expect(models.entityOf(new OrderItem())).toBe(models.entity(OrderItem));
  });

  it('names the known models when a model is unknown', () => {
    class Stranger extends Order {}

    expect(models.find('Invoice')).toBeUndefined();
    expect(() => models.entity('Invoice')).toThrow(
      expect.objectContaining({ code: 'MODEL_UNKNOWN', message: expect.stringContaining('"Invoice". Known models: ') }),
    );
    expect(() => models.entity(Stranger)).toThrow('Unknown model "Stranger".');
    expect(() => models.entity(class Order {})).toThrow(
      'since its module was loaded twice, as under vitest: pass the classes of the test as "domain".)',
    );
  });

  it('finds aggregates, and says that a known class is not a root', () => {
    expect(models.aggregate('Order').root.name).toBe('Order');
    expect(() => models.aggregate(OrderItem)).toThrow(
      expect.objectContaining({
        code: 'MODEL_NOT_ROOT',
        message: expect.stringMatching(/^OrderItem is not an aggregate root: name one of .*Order/),
      }),
    );
    expect(() => models.aggregate('Invoice')).toThrow(expect.objectContaining({ code: 'MODEL_UNKNOWN' }));
  });

  it.each(['orderItems', 'order_items'])('finds the collection %s, by its domain name or wire name', (name) => {
    expect(models.collection(models.entity(Order), name).target.name).toBe('OrderItem');
  });

  it('names the known collections and fields when one is unknown', () => {
    expect(() => models.collection(models.entity(Order), 'items')).toThrow(/^Order has no field "items".*orderItems/);
    expect(() => models.field(models.entity(OrderItem), 'colour')).toThrow(
      /^OrderItem has no field "colour".*quantity/,
    );
  });
});

describe('The names that tests use for members', () => {
  it.each([
    ['orderId', 'orderId', 'order_id'],
    ['order_id', 'orderId', 'order_id'],
    ['sku', 'sku', 'sku'],
    ['shipments', 'shipments', 'shipments'],
  ])('%s is %s in the domain and %s in JSON', (name, domainName, wireName) => {
    const item = models.entity(OrderItem);

    expect(domainNameOf(item, name)).toBe(domainName);
    expect(wireNameOf(item, domainName)).toBe(wireName);
  });

  it('are converted in the values of a payload, whose order they keep', () => {
    const values = byDomainName(models.entity(OrderItem), { quantity: 2, order_id: '7', sku: 'KIT' });

    expect([...values]).toEqual([
      ['quantity', 2],
      ['orderId', '7'],
      ['sku', 'KIT'],
    ]);
  });

  it('are rejected when no member has them, with the known ones', () => {
    expect(() => byDomainName(models.entity(OrderItem), { quantity: 2, colour: 'red' })).toThrow(
      expect.objectContaining({ code: 'FIELD_UNKNOWN', message: expect.stringContaining('"colour"') }),
    );
  });
});

describe('toReference()', () => {
  it('replaces a stored entity by its id, and leaves other values alone', () => {
    const product = new Product();
    product.id = '7';

    expect(toReference(product)).toEqual({ id: '7' });
    expect(toReference({ id: '7', name: 'Pen' })).toEqual({ id: '7', name: 'Pen' });
    expect(toReference(null)).toBeNull();
    expect(toReference('7')).toBe('7');
  });
});
