import Router from '@koa/router';
import type { Context } from 'koa';
import type { BulkCreateOptions, Transaction } from 'sequelize';
import type { Database } from './database';
import { Order, OrderItem } from './models';
import { type OrderPayload, readAllCreated, readCreated, readQuery, readUpdated } from './payloads';
import { presentItem, presentOrder } from './present';

/**
 * The routes of the workloads, with the validation of a careful developer.
 *
 * @param bulk how several rows are created with the code of the model
 */
export function orderRouter(database: Database, bulk: BulkCreateOptions): Router {
  const router = new Router();
  addReads(router);
  addWrites(router, database, bulk);
  return router;
}

function addReads(router: Router): void {
  router.get('/orders', async (ctx) => {
    ctx.body = await readPage(ctx);
  });

  router.get('/orders/:id', async (ctx) => {
    const include = ctx.query.expand === 'order_items' ? [OrderItem] : [];
    ctx.body = presentOrder((await Order.findByPk(idOf(ctx), { include })) ?? ctx.throw(404));
  });

  router.get('/orders/:id/order_items', async (ctx) => {
    const items = await OrderItem.findAll({ where: { orderId: idOf(ctx) }, order: [['id', 'ASC']] });
    if (items.length === 0) await requireOrder(ctx);
    ctx.body = items.map(presentItem);
  });
}

function addWrites(router: Router, { transaction }: Database, bulk: BulkCreateOptions): void {
  router.post('/orders', async (ctx) => {
    const body = (ctx.request as { body?: unknown }).body;
    ctx.body = Array.isArray(body) ? await createAll(body) : await createOne(ctx, readCreated(body));
    ctx.status = 201;
  });

  /** A single statement needs no explicit transaction; with hooks, each row has its own. */
  async function createAll(bodies: readonly unknown[]): Promise<unknown> {
    const rows = readAllCreated(bodies).map(valuesOf);
    const created = bulk.individualHooks
      ? await transaction((tx) => Order.bulkCreate(rows, { ...bulk, transaction: tx }))
      : await Order.bulkCreate(rows, bulk);
    return created.map(presentOrder);
  }

  async function createOne(ctx: Context, payload: OrderPayload): Promise<unknown> {
    const order = payload.order_items
      ? await transaction((tx) => createOrder(payload, tx))
      : await Order.create(valuesOf(payload));
    ctx.set('Location', `/orders/${order.id}`);
    return presentOrder(order);
  }

  router.put('/orders/:id', async (ctx) => {
    const values = valuesOf(readUpdated((ctx.request as { body?: unknown }).body));
    const updated = await transaction(async (tx) => {
      const order = await requireOrder(ctx, tx);
      return order.update(values, { transaction: tx });
    });
    ctx.body = presentOrder(updated);
  });

  router.delete('/orders/:id', async (ctx) => {
    // Its items and their shipments are deleted by ON DELETE CASCADE.
    const count = await Order.destroy({ where: { id: idOf(ctx) } });
    if (count === 0) ctx.throw(404);
    ctx.status = 204;
  });
}

async function readPage(ctx: Context): Promise<unknown> {
  const { page, per_page, customer_email: customerEmail, status } = readQuery(ctx.query);
  const { rows, count: total } = await Order.findAndCountAll({
    where: { ...(customerEmail !== undefined && { customerEmail }), ...(status !== undefined && { status }) },
    order: [['id', 'ASC']],
    limit: per_page,
    offset: (page - 1) * per_page,
  });
  return { page, per_page, total, count: rows.length, data: rows.map(presentOrder) };
}

function createOrder(payload: OrderPayload, transaction: Transaction): Promise<Order> {
  const values = { ...valuesOf(payload), orderItems: payload.order_items };
  return Order.create(values, { include: [OrderItem], transaction });
}

function valuesOf(payload: Partial<OrderPayload>): Record<string, unknown> {
  const { code, customer_email: customerEmail, status, total } = payload;
  const given = Object.entries({ code, customerEmail, status, total });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Locks the row if a transaction is given. */
async function requireOrder(ctx: Context, transaction?: Transaction): Promise<Order> {
  const order = await Order.findByPk(idOf(ctx), transaction && { transaction, lock: transaction.LOCK.UPDATE });
  return order ?? ctx.throw(404);
}

function idOf(ctx: Context): number {
  const { id } = ctx.params as { readonly id: string };
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : ctx.throw(404);
}
