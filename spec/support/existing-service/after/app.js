const Koa = require('koa');
const { koaBody } = require('koa-body');
const { repairs } = require('./api');
const auth = require('./middleware/auth');
const errors = require('./middleware/errors');
const session = require('./middleware/session');
const router = require('./routes');

/** Requests below /api need a session, like the routes of the service. */
const authBelowApi = (ctx, next) => (ctx.path.startsWith('/api/') ? auth(ctx, next) : next());

module.exports = function createApp() {
  const app = new Koa();
  app.use(errors);
  app.use(session);
  app.use(koaBody());
  app.use(authBelowApi);
  app.use(repairs.middleware({ prefix: '/api', attributesOf: ({ state }) => ({ user: state.user }) }));
  app.use(router.routes());
  return app;
};
