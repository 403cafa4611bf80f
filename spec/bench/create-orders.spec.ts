import { AggregateError as SeveralErrors, ValidationError } from 'sequelize';
import { createOrders, WAYS } from '../../bench/handwritten/create-orders';
import { type Database, openDatabase } from '../../bench/handwritten/database';
import { Order, OrderItem } from '../../bench/handwritten/models';
import { variantOf } from '../../bench/variants/variants';

const validators = variantOf('validators');
const order = { code: 'A-1', customerEmail: 'kim@example.com', status: 'created', total: '1.00' };
let database: Database;

beforeAll(async () => {
  const ignore = () => undefined;
  validators.declare({
    Order,
    OrderItem,
    declareInvariant: ignore,
    declareScope: ignore,
    declareUnversioned: ignore,
  });
  database = openDatabase('sqlite::memory:');
  await database.sequelize.sync();
});

afterAll(() => database.sequelize.close());

describe.each(WAYS)('Orders that are created by hand, by %s,', (way) => {
  const ways = () => createOrders(database, validators.bulk)[way];
  // The errors of several rows come together.
  const Rejection = way === 'create' ? ValidationError : SeveralErrors;
  const numbered = (number: number) => ({ ...order, code: `${way}-${number}` });

  it('are validated: one, several, and the items of one', async () => {
    const invalid = { ...numbered(0), customerEmail: 'nobody' };

    await expect(ways().one(invalid)).rejects.toThrow(Rejection);
    await expect(ways().several([numbered(1), invalid])).rejects.toThrow(Rejection);
    await expect(ways().withItems(numbered(2), [{ sku: 'a', quantity: 0 }])).rejects.toThrow(Rejection);
    expect(await Order.count({ where: { code: [0, 1, 2].map((number) => numbered(number).code) } })).toBe(0);
  });

  it('have the keys of their rows', async () => {
    const one = await ways().one(numbered(3));
    const [first, second] = await ways().several([numbered(4), numbered(5)]);
    const parent = await ways().withItems(numbered(6), [{ sku: 'a', quantity: 1 }]);

    for (const created of [one, first!, second!, parent])
      expect((await Order.findByPk(created.id))?.code).toBe(created.code);
    expect((await OrderItem.findByPk(parent.orderItems![0]!.id))?.orderId).toBe(parent.id);
  });
});
