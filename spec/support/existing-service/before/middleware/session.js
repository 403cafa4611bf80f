const { randomUUID } = require('node:crypto');

const sessions = new Map();

/** What koa-session does: `ctx.session`, by a cookie. */
module.exports = async (ctx, next) => {
  const id = ctx.cookies.get('sid');
  ctx.session = { ...sessions.get(id) };
  const before = JSON.stringify(ctx.session);
  await next();
  if (JSON.stringify(ctx.session) === before) return;
  const written = sessions.has(id) ? id : randomUUID();
  sessions.set(written, ctx.session);
  ctx.cookies.set('sid', written, { sameSite: 'lax' });
};
