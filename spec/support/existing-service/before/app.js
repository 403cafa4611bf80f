const Koa = require('koa');
const { koaBody } = require('koa-body');
const errors = require('./middleware/errors');
const session = require('./middleware/session');
const router = require('./routes');

module.exports = function createApp() {
  const app = new Koa();
  app.use(errors);
  app.use(session);
  app.use(koaBody());
  app.use(router.routes());
  return app;
};
