import { DatabaseError } from 'sequelize';
import type { DomainClass, EntityMetadata } from '../../lib/metadata';
import { createEntities, deleteEntities, updateEntities } from '../../lib/operations';
import { type Criteria, OutOfScopeError, ScopedStore } from '../../lib/persistence';
import { Order, OrderItem, Payment, Product, shop, Tag } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';
import { statementsOf } from '../support/statements';

describe('A scoped store', () => {
  const open = useStore(shop);
  beforeEach(async () => {
    await OrderItem.destroy({ where: {} });
    await Payment.destroy({ where: {} });
    await Order.destroy({ where: {} });
  });

  const entityOf = (type: unknown) => open.store.registry.entity(type as DomainClass)!;

  /** Orders of these statuses are there, and what belongs to them. */
  function withStatus(...values: readonly string[]): ScopedStore {
    const field = entityOf(Order).fields.get('status')!;
    const criteria: Criteria = { comparisons: [{ field, operator: 'in', values }], related: new Map() };
    const items = placeOf(open.store, Order, ['orderItems'], []).path;
    return new ScopedStore(open.store, {
      of: (entity: EntityMetadata) => (entity === entityOf(Order) ? [criteria] : []),
      holding: (entity: EntityMetadata) => (entity === entityOf(OrderItem) ? items : []),
    });
  }

  it('checks written rows at the end of the unit of work', async () => {
    const store = withStatus('created');
    const order = await new Order({ code: 'A' }).persist();
    const [row] = await store.find(placeOf(store, Order), [Number(order.id)]);

    await store.unitOfWork(async () => {
      await store.update(entityOf(Order), row!, { status: 'shipped' });
      await store.update(entityOf(Order), row!, { status: 'created' });
    });

    await expect(store.unitOfWork(() => store.update(entityOf(Order), row!, { status: 'shipped' }))).rejects.toThrow(
      OutOfScopeError,
    );
    expect((await Order.findByPk(order.id))?.status).toBe('created');
  });

  it('checks each attempt by its own writes', async () => {
    const store = withStatus('created');
    let attempts = 0;

    await store.unitOfWork(async () => {
      attempts++;
      const status = attempts === 1 ? 'shipped' : 'created';
      await store.insert(entityOf(Order), [{ code: 'B', status }]);
      if (attempts === 1) throw new DatabaseError(Object.assign(new Error('Deadlock found'), { errno: 1213, sql: '' }));
    });

    expect(attempts).toBe(2);
    expect(await Order.count({ where: { code: 'B' } })).toBe(1);
  });

  it('deletes an entity with all its children, whatever their scope', async () => {
    const order = await new Order({ code: 'D' }).persist();
    await new OrderItem({ sku: 'pen', quantity: 1, orderId: order.id }).persist();
    const store = withStatus('created');

    await deleteEntities(store, placeOf(store, Order), [Number(order.id)]);

    expect(await OrderItem.count()).toBe(0);
  });

  it('adds one statement to a write for each class with a scope, and none otherwise', async () => {
    const store = withStatus('created');
    const [plain, scoped] = [open.store, store].map(
      (one, index) => () =>
        createEntities(one, placeOf(one, Order), [setting({ code: `E${index}` }), setting({ code: `F${index}` })]),
    );
    const tag =
      (name: string, one = open.store) =>
      () =>
        createEntities(one, placeOf(one, Tag), [setting({ name })]);
    const count = async (work: () => Promise<unknown>) => (await statementsOf(Order, work)).length;

    expect(await count(scoped!)).toBe((await count(plain!)) + 1);
    expect(await count(tag('x', store))).toBe(await count(tag('y')));
    expect(store.singleStatement.mayCreate(placeOf(store, Product), 1)).toBe(true);
    expect(open.store.singleStatement.mayCreate(placeOf(store, Order), 1)).toBe(true);
    expect(store.singleStatement.mayCreate(placeOf(store, Order), 1)).toBe(false);
  });

  it('updates only entities inside the scope', async () => {
    const [inside, outside] = [
      await new Order({ code: 'G' }).persist(),
      await new Order({ code: 'H', status: 'cancelled' }).persist(),
    ];
    const store = withStatus('created');
    const keys = [inside, outside].map(({ id }) => Number(id));

    const trees = await updateEntities(store, placeOf(store, Order), keys, setting({ rating: 'A' }));

    expect(trees.map(({ entity }) => Number(entity.get('id')))).toEqual([Number(inside.id)]);
    expect((await Order.findByPk(outside.id))?.rating).toBeNull();
  });
});
