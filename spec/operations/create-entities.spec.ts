import { createEntities, EntityNotFoundError } from '../../lib/operations';
import { InvalidEntityError } from '../../lib/values';
import { Order, OrderItem, Shipment, shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';

describe('createEntities', () => {
  const open = useStore(shop);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
  });

  it('creates all in one transaction, or none if one is rejected', async () => {
    const payloads = ['A', 'B', 'A'].map((code) => setting({ code }));

    await expect(createEntities(open.store, placeOf(open.store, Order), payloads)).rejects.toThrow();

    expect(await Order.count()).toBe(0);
  });

  it('returns the entities in the order of the payloads, with keys', async () => {
    const payloads = ['B', 'A'].map((code) => setting({ code }));

    const trees = await createEntities(open.store, placeOf(open.store, Order), payloads);

    expect(trees.map(({ entity }) => entity.get('code'))).toEqual(['B', 'A']);
    expect(trees.every(({ entity }) => Number.isInteger(entity.get('id')))).toBe(true);
  });

  it('creates children of children, each with the key of its parent', async () => {
    const { path } = placeOf(open.store, Order, ['orderItems', 'shipments'], [1, 1]);
    const [items, shipments] = path as [(typeof path)[0], (typeof path)[0]];
    const item = {
      ...setting({ sku: 'pen', quantity: 1 }),
      children: new Map([[shipments, [setting({ carrier: 'UPS' })]]]),
    };
    const order = { ...setting({ code: 'A' }), children: new Map([[items, [item]]]) };

    const [tree] = await createEntities(open.store, placeOf(open.store, Order), [order]);

    const shipment = await Shipment.first();
    const stored = await OrderItem.first();
    expect(stored!.orderId).toBe(tree!.entity.get('id'));
    expect(shipment!.orderItemId).toBe(stored!.id);
  });

  it('reports the path of a nested value that the model rejects', async () => {
    const [items] = placeOf(open.store, Order, ['orderItems'], [1]).path;
    const order = { ...setting({ code: 'A' }), children: new Map([[items!, [setting({ quantity: 1 })]]]) };

    const refused = createEntities(open.store, placeOf(open.store, Order), [order]);

    await expect(refused).rejects.toBeInstanceOf(InvalidEntityError);
    await expect(refused).rejects.toMatchObject({ violations: [{ path: [0, 'orderItems', 0, 'sku'] }] });
    expect(await Order.count()).toBe(0);
  });

  it('throws EntityNotFoundError for a missing parent', async () => {
    const place = placeOf(open.store, Order, ['orderItems'], [999]);

    await expect(createEntities(open.store, place, [setting({ sku: 'pen', quantity: 1 })])).rejects.toThrow(
      EntityNotFoundError,
    );
  });
});
