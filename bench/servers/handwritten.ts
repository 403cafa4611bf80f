import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { type Model, Table } from 'sequelize-typescript';
import { createOrders, type Way } from '../handwritten/create-orders';
import { openDatabase } from '../handwritten/database';
import { handleErrors } from '../handwritten/errors';
import { Order, OrderItem } from '../handwritten/models';
import { orderRouter } from '../handwritten/order-router';
import { type OrderScope, ordersFrom } from '../handwritten/order-scope';
import type { Variant } from '../variants/variant';
import { variantOf } from '../variants/variants';
import { replyToParent } from './reply-to-parent';

/** The hand-written server to compare with: the same routes on the same packages. */
async function serve(url: string, variant: Variant): Promise<void> {
  let scope: OrderScope | undefined;
  variant.declare({
    Order,
    OrderItem,
    declareInvariant,
    declareScope: (lowestTotal) => {
      scope = ordersFrom(lowestTotal);
    },
    declareUnversioned,
  });
  const database = openDatabase(url);
  const ways = createOrders(database, variant.bulk);
  let way: Way = 'create';
  process.on('message', (message: { readonly way?: Way }) => {
    way = message.way ?? way;
  });
  const router = orderRouter({ database, creates: () => ways[way], scope });
  const app = new Koa();
  app.use(handleErrors);
  app.use(koaBody({ jsonLimit: '1mb' }));
  app.use(router.routes());
  app.use(router.allowedMethods());
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  replyToParent(`http://127.0.0.1:${port}`, async () => {
    server.close();
    server.closeAllConnections();
    await database.sequelize.close();
  });
}

function declareInvariant(holds: (order: Model) => boolean): void {
  function isValid(this: Model): void {
    if (!holds(this)) throw new Error('The order is not valid.');
  }
  Table({ validate: { isValid } })(Order);
}

function declareUnversioned(): void {
  for (const type of [Order, OrderItem]) Table({ version: false })(type);
}

void serve(process.argv[2]!, variantOf(process.argv[3]));
