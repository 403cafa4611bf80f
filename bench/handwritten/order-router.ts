import Router from '@koa/router';
import type { Context } from 'koa';
import type { Transaction, WhereOptions } from 'sequelize';
import type { CreateOrders } from './create-orders';
import type { Database } from './database';
import { Order, OrderItem } from './models';
import type { OrderScope } from './order-scope';
import { type OrderPayload, readAllCreated, readCreated, readQuery, readUpdated } from './payloads';
import { presentItem, presentOrder } from './present';

export interface OrderRoutes {
  readonly database: Database;
  /** The way to create orders, which may change between two requests. */
  creates(): CreateOrders;
  /** All orders without it. */
  readonly scope?: OrderScope;
}

/** The routes of the workloads, with the validation of a careful developer. */
export function orderRouter(routes: OrderRoutes): Router {
  const router = new Router();
  addReads(router, routes.scope);
  addWrites(router, routes);
  return router;
}

function addReads(router: Router, scope?: OrderScope): void {
  router.get('/orders', async (ctx) => {
    ctx.body = await readPage(ctx, scope);
  });

  router.get('/orders/:id', async (ctx) => {
    const include = ctx.query.expand === 'order_items' ? [OrderItem] : [];
    ctx.body = presentOrder((await Order.findOne({ where: whereOf(ctx, scope), include })) ?? ctx.throw(404));
  });

  router.get('/orders/:id/order_items', async (ctx) => {
    if (scope) await requireOrder(ctx, scope);
    const items = await OrderItem.findAll({ where: { orderId: idOf(ctx) }, order: [['id', 'ASC']] });
    if (items.length === 0 && !scope) await requireOrder(ctx);
    ctx.body = items.map(presentItem);
  });
}

function addWrites(router: Router, { database: { transaction }, creates, scope }: OrderRoutes): void {
  router.post('/orders', async (ctx) => {
    const body = (ctx.request as { body?: unknown }).body;
    ctx.body = Array.isArray(body) ? await createAll(ctx, body) : await createOne(ctx, readCreated(body));
    ctx.status = 201;
  });

  async function createAll(ctx: Context, bodies: readonly unknown[]): Promise<unknown> {
    const payloads = readAllCreated(bodies);
    for (const { total } of payloads) requireAllowed(ctx, total, scope);
    return (await creates().several(payloads.map(valuesOf))).map(presentOrder);
  }

  async function createOne(ctx: Context, payload: OrderPayload): Promise<unknown> {
    requireAllowed(ctx, payload.total, scope);
    const { order_items: items } = payload;
    const order = await (items ? creates().withItems(valuesOf(payload), items) : creates().one(valuesOf(payload)));
    ctx.set('Location', `/orders/${order.id}`);
    return presentOrder(order);
  }

  router.put('/orders/:id', async (ctx) => {
    const values = valuesOf(readUpdated((ctx.request as { body?: unknown }).body));
    const updated = await transaction(async (tx) => {
      const order = (await requireOrder(ctx, scope, tx)).set(values);
      requireAllowed(ctx, order.total, scope);
      return order.save({ transaction: tx });
    });
    ctx.body = presentOrder(updated);
  });

  router.delete('/orders/:id', async (ctx) => {
    // Its items and their shipments are deleted by ON DELETE CASCADE.
    const count = await Order.destroy({ where: whereOf(ctx, scope) });
    if (count === 0) ctx.throw(404);
    ctx.status = 204;
  });
}

async function readPage(ctx: Context, scope?: OrderScope): Promise<unknown> {
  const { page, per_page, customer_email: customerEmail, status } = readQuery(ctx.query);
  const { rows, count: total } = await Order.findAndCountAll({
    where: {
      ...(customerEmail !== undefined && { customerEmail }),
      ...(status !== undefined && { status }),
      ...scope?.where,
    },
    order: [['id', 'ASC']],
    limit: per_page,
    offset: (page - 1) * per_page,
  });
  return { page, per_page, total, count: rows.length, data: rows.map(presentOrder) };
}

function valuesOf(payload: Partial<OrderPayload>): Record<string, unknown> {
  const { code, customer_email: customerEmail, status, total } = payload;
  const given = Object.entries({ code, customerEmail, status, total });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Locks the row if a transaction is given. */
async function requireOrder(ctx: Context, scope?: OrderScope, transaction?: Transaction): Promise<Order> {
  const locking = transaction && { transaction, lock: transaction.LOCK.UPDATE };
  return (await Order.findOne({ where: whereOf(ctx, scope), ...locking })) ?? ctx.throw(404);
}

function requireAllowed(ctx: Context, total: string | number | null | undefined, scope?: OrderScope): void {
  if (scope && !scope.allows(total)) ctx.throw(403);
}

function whereOf(ctx: Context, scope?: OrderScope): WhereOptions {
  return { id: idOf(ctx), ...scope?.where };
}

function idOf(ctx: Context): number {
  const { id } = ctx.params as { readonly id: string };
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : ctx.throw(404);
}
