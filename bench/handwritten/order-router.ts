import Router from '@koa/router';
import type { Context } from 'koa';
import type { Transaction } from 'sequelize';
import type { Database } from './database';
import { Order, OrderItem } from './models';
import { type OrderPayload, readCreated, readUpdated } from './payloads';
import { presentItem, presentOrder } from './present';

/** The routes that the scenarios use, with the checks that a careful author makes. */
export function orderRouter({ transaction }: Database): Router {
  const router = new Router();

  router.get('/orders/:id', async (ctx) => {
    ctx.body = presentOrder(await requireOrder(ctx));
  });

  router.get('/orders/:id/order_items', async (ctx) => {
    const items = await OrderItem.findAll({ where: { orderId: idOf(ctx) }, order: [['id', 'ASC']] });
    if (items.length === 0) await requireOrder(ctx);
    ctx.body = items.map(presentItem);
  });

  router.post('/orders', async (ctx) => {
    const payload = readCreated((ctx.request as { body?: unknown }).body);
    const order = payload.order_items
      ? await transaction((tx) => createOrder(payload, tx))
      : await Order.create(valuesOf(payload));
    ctx.status = 201;
    ctx.set('Location', `/orders/${order.id}`);
    ctx.body = presentOrder(order);
  });

  router.put('/orders/:id', async (ctx) => {
    const values = valuesOf(readUpdated((ctx.request as { body?: unknown }).body));
    const updated = await transaction(async (tx) => {
      const order = await requireOrder(ctx, tx);
      return order.update(values, { transaction: tx });
    });
    ctx.body = presentOrder(updated);
  });

  router.delete('/orders/:id', async (ctx) => {
    // Its items and their shipments go by ON DELETE CASCADE.
    const count = await Order.destroy({ where: { id: idOf(ctx) } });
    if (count === 0) ctx.throw(404);
    ctx.status = 204;
  });

  return router;
}

function createOrder(payload: OrderPayload, transaction: Transaction): Promise<Order> {
  const values = { ...valuesOf(payload), orderItems: payload.order_items };
  return Order.create(values, { include: [OrderItem], transaction });
}

function valuesOf({ code, status, total, placed_at: placedAt }: Partial<OrderPayload>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ code, status, total, placedAt }).filter(([, value]) => value !== undefined),
  );
}

/** With a transaction the row is locked. */
async function requireOrder(ctx: Context, transaction?: Transaction): Promise<Order> {
  const order = await Order.findByPk(idOf(ctx), transaction && { transaction, lock: transaction.LOCK.UPDATE });
  return order ?? ctx.throw(404);
}

function idOf(ctx: Context): number {
  const { id } = ctx.params as { readonly id: string };
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : ctx.throw(404);
}
