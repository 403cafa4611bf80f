import type { DemoRows } from '../../samples/orders/src/demo-data/demo-rows';

const ORDERS = 50;

/**
 * Gives the orders sample the first of its demo orders alone, in a spec that is about something else: storing all of them takes
 * seconds. Import this module before the sample.
 */
jest.mock('../../samples/orders/src/demo-data/demo-shop', () => {
  const { demoShop } = jest.requireActual('../../samples/orders/src/demo-data/demo-shop');
  return { demoShop: () => firstOf(demoShop()) };
});

function firstOf({ products, ...rows }: DemoRows): DemoRows {
  const orders = rows.orders.slice(0, ORDERS);
  const orderItems = rows.orderItems.filter(({ orderId }) => Number(orderId) <= ORDERS);
  const shipments = rows.shipments.filter(({ orderItemId }) => orderItems.some(({ id }) => id === orderItemId));
  const payments = rows.payments.filter(({ orderId }) => Number(orderId) <= ORDERS);
  return { products, orders, orderItems, shipments, payments };
}
