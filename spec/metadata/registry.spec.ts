import { MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, textField, toMany } from '../support/fake-entity-reader';

class Order {}
class OrderItem {}
class ShoppingCart {}
class Category {}
class Person {}
class Stranger {}

const reader = new FakeEntityReader()
  .describe(Order, {
    fields: [textField('code', { isUnique: true, isNullable: false }), textField('customerURL'), textField('notes')],
    collections: [toMany('orderItems', OrderItem, 'orderId')],
  })
  .describe(OrderItem, {
    fields: [textField('sku'), textField('orderId')],
    references: [{ property: 'order', target: Order, foreignKey: 'orderId' }],
  });

describe('MetadataRegistry', () => {
  it('cannot be read before it is sealed', () => {
    const registry = orderRegistry();

    expect(registry.isSealed).toBe(false);
    expect(() => registry.aggregates).toThrow(expect.objectContaining({ code: 'NOT_SEALED' }));
    expect(() => registry.entity(Order)).toThrow(expect.objectContaining({ code: 'NOT_SEALED' }));
  });

  it('accepts no declaration after it is sealed', () => {
    const registry = orderRegistry();
    registry.seal([Order, OrderItem], reader);

    expect(registry.isSealed).toBe(true);
    expect(() => registry.declareSearchable(Order, 'code', {})).toThrow(expect.objectContaining({ code: 'SEALED' }));
    expect(registry.entity(Order)?.fields.get('code')?.searchable).toBeUndefined();
  });

  it('is not sealed if a check fails', () => {
    const registry = orderRegistry();
    registry.declareSearchable(Order, 'nowhere', {});

    expect(() => registry.seal([Order, OrderItem], reader)).toThrow('Order.nowhere');

    expect(registry.isSealed).toBe(false);
  });

  it('rejects two collections whose elements have the same name, unless one is hidden', () => {
    const collections = [toMany('dayOff', OrderItem, 'orderId'), toMany('daysOff', OrderItem, 'orderId')];
    const ambiguous = new FakeEntityReader().describe(Order, { collections });
    const registry = new MetadataRegistry();
    registry.declareAggregate(Order, {});

    expect(() => registry.seal([Order, OrderItem], ambiguous)).toThrow(
      'Order.dayOff and Order.daysOff would have generated methods of the same names',
    );

    registry.declareAccess(Order, 'dayOff', 'hidden');
    registry.seal([Order, OrderItem], ambiguous);
    expect(registry.isSealed).toBe(true);
  });

  it('has declared roots before and after it is sealed', () => {
    const registry = orderRegistry();

    expect([registry.isDeclaredRoot(Order), registry.isDeclaredRoot(OrderItem)]).toEqual([true, false]);

    registry.seal([Order, OrderItem], reader);
    expect([registry.isDeclaredRoot(Order), registry.isDeclaredRoot(OrderItem)]).toEqual([true, false]);
  });

  it('leaves out declared classes that are not passed to seal()', () => {
    const registry = orderRegistry();
    registry.declareAggregate(Stranger, {});

    registry.seal([Order, OrderItem], reader);

    expect(registry.aggregates.map(({ root }) => root.name)).toEqual(['Order']);
    expect(registry.entity(Stranger)).toBeUndefined();
  });

  it('keeps the order of the classes passed to seal()', () => {
    const registry = roots(Person, Category, ShoppingCart);

    registry.seal([ShoppingCart, Person, Category], reader);

    expect(registry.aggregates.map(({ root }) => root.name)).toEqual(['ShoppingCart', 'Person', 'Category']);
    expect(registry.entities.map(({ name }) => name)).toEqual(['ShoppingCart', 'Person', 'Category']);
  });
});

describe('MetadataRegistry.copy', () => {
  it('has the declarations so far', () => {
    const copy = orderRegistry().copy();
    copy.seal([Order, OrderItem], reader);

    expect(copy.aggregate(Order).resourceName).toBe('orders');
  });

  it('shares neither declarations nor the seal with the original', () => {
    const original = orderRegistry();
    const copy = original.copy();
    copy.declareSearchable(Order, 'code', {});
    copy.declareAggregate(OrderItem, {});
    original.declareAccess(Order, 'notes', 'hidden');

    original.seal([Order, OrderItem], reader);

    expect(copy.isSealed).toBe(false);
    expect(original.entity(Order)?.fields.get('code')?.searchable).toBeUndefined();
    expect(original.isDeclaredRoot(OrderItem)).toBe(false);
    copy.seal([Order, OrderItem], reader);
    expect(copy.entity(Order)?.fields.get('notes')?.access).toBe('open');
  });
});

describe('the resource name of an aggregate root', () => {
  it.each([
    [Order, 'orders'],
    [ShoppingCart, 'shopping_carts'],
    [Category, 'categories'],
    [Person, 'people'],
  ])('is the plural of the class name in snake_case: %p → %s', (type, resourceName) => {
    const registry = roots(type);

    registry.seal([type, OrderItem], new FakeEntityReader());

    expect(registry.aggregate(type).resourceName).toBe(resourceName);
  });

  it('is the option of the class', () => {
    const registry = new MetadataRegistry();
    registry.declareAggregate(ShoppingCart, { name: 'carts' });

    registry.seal([ShoppingCart], reader);

    expect(registry.aggregate(ShoppingCart).resourceName).toBe('carts');
  });
});

describe('an entity', () => {
  it('has its primary key as key, unless a field has @EntityKey', () => {
    const registry = orderRegistry();
    registry.declareEntityKey(Order, 'code');
    registry.seal([Order, OrderItem], reader);

    expect(registry.entity(Order)).toMatchObject({ key: { name: 'code' }, primaryKey: { name: 'id' } });
    expect(registry.entity(OrderItem)).toMatchObject({ key: { name: 'id' }, primaryKey: { name: 'id' } });
  });

  it('has a wire name for each field, collection and reference', () => {
    const registry = orderRegistry();
    registry.seal([Order, OrderItem], reader);

    expect(registry.entity(Order)?.wireNames.wireNames).toEqual(['id', 'code', 'customer_url', 'notes', 'order_items']);
    expect(registry.entity(Order)?.wireNames.toDomain('customer_url')).toBe('customerURL');
    expect(registry.entity(OrderItem)?.wireNames.toDomain('order')).toBe('order');
  });

  it('connects its collections and references to their targets', () => {
    const registry = orderRegistry();
    registry.seal([Order, OrderItem], reader);
    const [order, item] = [registry.entity(Order)!, registry.entity(OrderItem)!];

    const collection = order.collections.get('orderItems')!;
    expect(collection).toMatchObject({ wireName: 'order_items', kind: 'oneToMany', foreignKey: 'orderId' });
    expect([collection.owner, collection.target]).toEqual([order, item]);
    expect(item.references.get('order')).toMatchObject({ wireName: 'order', foreignKey: 'orderId' });
    expect(item.references.get('order')?.target).toBe(order);
  });

  it('cannot be changed once the registry is sealed', () => {
    const registry = orderRegistry();
    registry.seal([Order, OrderItem], reader);
    const order = registry.entity(Order)!;

    const parts = [order, order.key, order.collections.get('orderItems'), registry.aggregate(Order)];
    expect(parts.map(Object.isFrozen)).toEqual([true, true, true, true]);
  });
});

function orderRegistry(): MetadataRegistry {
  return roots(Order);
}

function roots(...types: (new () => object)[]): MetadataRegistry {
  const registry = new MetadataRegistry();
  for (const type of types) registry.declareAggregate(type, {});
  return registry;
}
