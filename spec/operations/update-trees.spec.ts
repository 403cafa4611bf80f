import type { DomainClass } from '../../lib/metadata';
import { type Changes, updateEntities } from '../../lib/operations';
import type { EntityKey } from '../../lib/persistence';
import { InvalidEntityError } from '../../lib/values';
import { Order, OrderItem, Shipment, shop, Tag } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';
import { statementsOf } from '../support/statements';

describe('updateEntities with children', () => {
  let orders: Order[];

  const open = useStore(shop);
  beforeEach(async () => {
    await Shipment.destroy({ where: {} });
    await OrderItem.destroy({ where: {} });
    await Order.destroy({ where: {} });
    await Tag.destroy({ where: {} });
    orders = [];
    for (const code of ['A', 'B', 'C']) orders.push(await new Order({ code }).persist());
  });

  /** Changes of a child that is there when it has a key, else of a new one. */
  function element(key: EntityKey | undefined, values: Record<string, unknown>, below: Partial<Changes> = {}): Changes {
    return { ...setting(values), key, ...below };
  }

  function holding(type: unknown, property: string, elements: readonly Changes[]): Pick<Changes, 'children'> {
    const collection = open.store.registry.entity(type as DomainClass)!.collections.get(property)!;
    return { children: new Map([[collection, elements]]) };
  }

  const update = (changes: Changes, targets = orders) => {
    const keys = targets.map(({ id }) => Number(id));
    return updateEntities(open.store, placeOf(open.store, Order), keys, changes);
  };
  const itemOf = ({ id }: Order) => new OrderItem({ sku: 'pen', quantity: 1, orderId: id }).persist();

  it('creates the same children below each entity, with one INSERT for each class', async () => {
    const shipments = holding(OrderItem, 'shipments', [element(undefined, { carrier: 'UPS' })]);
    const items = [1, 2].map((quantity) => element(undefined, { sku: 'pen', quantity }, shipments));

    const statements = await statementsOf(Order, () =>
      update({ ...setting({}), ...holding(Order, 'orderItems', items) }),
    );

    expect(statements.filter((text) => /INSERT/.test(text))).toHaveLength(2);
    for (const { id } of orders) {
      const created = await OrderItem.where({ orderId: id });
      expect(created.map(({ quantity }) => quantity)).toEqual([1, 2]);
      expect(await Shipment.count({ where: { orderItemId: created.map((item) => item.id) } })).toBe(2);
    }
  });

  it('updates a row once, and increments the versions only of roots whose children changed', async () => {
    const [first, second] = orders as [Order, Order];
    const item = await itemOf(first);
    await first.reload();
    const changes = holding(Order, 'orderItems', [element(Number(item.id), { quantity: 7 })]);

    await update({ ...setting({}), ...changes }, [first]);
    await update({ ...setting({}), ...changes }, [first]);

    expect((await OrderItem.findById(item.id))!).toMatchObject({ quantity: 7, version: item.version + 1 });
    expect((await Order.findById(first.id))!.version).toBe(first.version + 1);
    expect((await Order.findById(second.id))!.version).toBe(second.version);
  });

  it('reports the path of a rejected value, and rolls everything back', async () => {
    const [first] = orders as [Order];
    const item = await itemOf(first);
    const items = [element(undefined, { sku: 'ink', quantity: 1 }), element(Number(item.id), { quantity: null })];
    const changes = { ...setting({ status: 'shipped' }), ...holding(Order, 'orderItems', items) };

    const refused = update(changes, [first]);

    await expect(refused).rejects.toBeInstanceOf(InvalidEntityError);
    await expect(refused).rejects.toMatchObject({ violations: [{ path: ['orderItems', 1, 'quantity'] }] });
    expect((await Order.findById(first.id))!.status).toBe('created');
    expect(await OrderItem.count()).toBe(1);
  });

  it('links an entity to all, with one update and one lookup', async () => {
    const tag = await new Tag({ name: 'red' }).persist();
    const changes = holding(Order, 'tags', [element(Number(tag.id), { name: 'blue' })]);

    const statements = await statementsOf(Order, () => update({ ...setting({}), ...changes }));

    expect(statements.filter((text) => /UPDATE .?tags/.test(text))).toHaveLength(1);
    // Before the unit of work, to lock in order, and in it.
    expect(statements.filter((text) => /`name`, `version` FROM .tags/.test(text))).toHaveLength(2);
    for (const order of orders) {
      expect((await order.collection('tags')).map(({ name }) => name)).toEqual(['blue']);
    }
  });
});
