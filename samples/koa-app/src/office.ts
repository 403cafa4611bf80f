import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import mount from 'koa-mount';
import type { Application } from 'koaggregate';
import { answerErrors } from './answer-errors';
import { identify, requireUser } from './users';

/**
 * The Koa application of an office, as it stood before: error form, users and routes of its own. The orders API is
 * one more middleware in it.
 *
 * @param orders  started
 */
export function createOffice(orders: Application): Koa {
  const office = new Koa();
  office.use(answerErrors);
  office.use(identify);
  const handOn = { attributesOf: ({ state }: Context) => ({ user: state.user }) };
  office.use(mount('/api', new Koa().use(requireUser).use(orders.middleware(handOn))));
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
  // Below the prefix of the orders API, which passes on what it does not know.
  router.get('/api/version', (ctx) => {
    ctx.body = { version: '1.0.0' };
  });
  return router;
}
