import { HttpError, type Middleware } from 'koa';

/** The host's error format. The orders API handles its own errors, which do not get here. */
export const respondToErrors: Middleware = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && !ctx.body) ctx.throw(404, 'Nothing here.');
  } catch (error) {
    const isExpected = error instanceof HttpError && error.expose;
    if (!isExpected) ctx.app.emit('error', error, ctx);
    ctx.status = isExpected ? error.status : 500;
    if (isExpected) ctx.set(error.headers ?? {});
    ctx.body = { error: isExpected ? error.message : 'Something went wrong.' };
  }
};
