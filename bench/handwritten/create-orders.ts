import type { BulkCreateOptions } from 'sequelize';
import type { Database } from './database';
import { Order, OrderItem } from './models';

/** The two ways to create rows with Sequelize. Which is faster depends on the model and on the number of rows. */
export const WAYS = ['create', 'bulkCreate'] as const;
export type Way = (typeof WAYS)[number];

type Values = Readonly<Record<string, unknown>>;

/** Creates orders in a way that runs the code of the models. */
export interface CreateOrders {
  one(values: Values): Promise<Order>;
  several(rows: readonly Values[]): Promise<readonly Order[]>;
  withItems(values: Values, items: readonly object[]): Promise<Order>;
}

/** @param bulk the options by which `bulkCreate` runs the code of the models */
export function createOrders(database: Database, bulk: BulkCreateOptions): Readonly<Record<Way, CreateOrders>> {
  return { create: byCreate(database), bulkCreate: byBulkCreate(database, bulk) };
}

function byCreate({ transaction }: Database): CreateOrders {
  return {
    one: (values) => Order.create(values),
    several: (rows) =>
      transaction(async (tx) => {
        const orders: Order[] = [];
        for (const values of rows) orders.push(await Order.create(values, { transaction: tx }));
        return orders;
      }),
    withItems: (values, orderItems) =>
      transaction((tx) => Order.create({ ...values, orderItems }, { include: [OrderItem], transaction: tx })),
  };
}

function byBulkCreate({ transaction }: Database, bulk: BulkCreateOptions): CreateOrders {
  const several = (rows: readonly Values[]) =>
    // A single statement needs no explicit transaction; with hooks, each row has its own.
    bulk.individualHooks
      ? transaction((tx) => Order.bulkCreate([...rows], { ...bulk, transaction: tx }))
      : Order.bulkCreate([...rows], bulk);
  return {
    one: async (values) => (await Order.bulkCreate([values], bulk))[0]!,
    several,
    withItems: (values, items) =>
      transaction(async (tx) => {
        const order = await Order.create(values, { transaction: tx });
        const rows = items.map((item) => ({ ...item, orderId: order.id }));
        const orderItems = await OrderItem.bulkCreate(rows, { ...bulk, transaction: tx });
        return Object.assign(order, { orderItems });
      }),
  };
}
