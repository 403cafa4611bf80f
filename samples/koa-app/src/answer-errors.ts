import { HttpError, type Middleware } from 'koa';

/** The host's own form of errors; those of the orders API are answered by it, in its form, and never come here. */
export const answerErrors: Middleware = async (ctx, next) => {
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
