import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import mount from 'koa-mount';
import type { Application } from 'koaggregate';
import { respondToErrors } from './respond-to-errors';
import { identify, requireUser } from './users';

/**
 * Creates the Koa application of an office, with its own error format, users and routes. The orders API is one of its
 * middlewares.
 *
 * @param orders  the started application
 */
export function createOffice(orders: Application): Koa {
  const office = new Koa();
  office.use(respondToErrors);
  office.use(identify);
  const passUser = { attributesOf: ({ state }: Context) => ({ user: state.user }) };
  office.use(mount('/api', new Koa().use(requireUser).use(orders.middleware(passUser))));
  office.use(ownRoutes().routes());
  return office;
}

function ownRoutes(): Router {
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { status: 'up' };
  });
  router.get('/me', requireUser, (ctx) => {
    ctx.body = ctx.state.user;
  });
  // Below the prefix of the orders API, which calls next() for unknown paths.
  router.get('/api/version', (ctx) => {
    ctx.body = { version: '1.0.0' };
  });
  return router;
}
