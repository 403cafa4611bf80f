/** The error format of the service. */
module.exports = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'There is nothing here.');
  } catch (error) {
    ctx.status = error.expose ? error.status : 500;
    ctx.body = { ok: false, reason: error.expose ? error.message : 'Something went wrong.' };
    if (!error.expose) ctx.app.emit('error', error, ctx);
  }
};
