import { deleteEntities, EntityHasChildrenError, EntityNotFoundError, readEntities } from '../../lib/operations';
import { Category, Order, OrderItem, Payment, Shipment, shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf } from '../support/places';

describe('deleteEntities', () => {
  let order: Order;

  const open = useStore(shop);
  beforeEach(async () => {
    order = await new Order({ code: 'A' }).persist();
    const item = await new OrderItem({ sku: 'pen', quantity: 1, orderId: order.id }).persist();
    await new Shipment({ carrier: 'UPS', orderItemId: item.id }).persist();
  });
  afterEach(async () => {
    await Payment.destroy({ where: {} });
    await Order.destroy({ where: {} });
  });

  it('deletes children of children with their root, even without a cascade in the schema', async () => {
    await deleteEntities(open.store, placeOf(open.store, Order), [Number(order.id)]);

    expect([await Order.count(), await OrderItem.count(), await Shipment.count()]).toEqual([0, 0, 0]);
  });

  it('deletes all in one transaction, or none if one cannot be deleted', async () => {
    const held = await new Order({ code: 'B' }).persist();
    await new Payment({ amount: '1.00', orderId: held.id }).persist();
    const keys = [Number(order.id), Number(held.id)];

    await expect(deleteEntities(open.store, placeOf(open.store, Order), keys)).rejects.toThrow(EntityHasChildrenError);

    expect(await readEntities(open.store.retrieval, placeOf(open.store, Order), keys)).toHaveLength(2);
    expect(await Shipment.count()).toBe(1);
  });

  it('leaves an entity whose stored parent is itself', async () => {
    const category = await new Category({ name: 'self' }).persist();
    await Category.sequelize!.query(`UPDATE ${Category.getTableName()} SET parent_id = id WHERE id = ${category.id}`);

    await expect(deleteEntities(open.store, placeOf(open.store, Category), [Number(category.id)])).rejects.toThrow(
      EntityHasChildrenError,
    );
  });

  it('throws EntityNotFoundError if no key is found', async () => {
    await expect(deleteEntities(open.store, placeOf(open.store, Order), [999999])).rejects.toThrow(EntityNotFoundError);
  });
});
