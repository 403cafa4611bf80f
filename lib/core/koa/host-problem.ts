import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { HttpException } from '../http/http-exception';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import { pathOf } from './request-target';
import { setStatus } from './respond';

/** The event of the Koa app for a request that no application serves, with a `Rejection`. */
export const REJECTED = 'rejected';

/** Responds with a problem to a request that no application serves. */
export function respondWithProblem(ctx: Context, exception: HttpException): void {
  const id = randomUUID();
  ctx.body = JSON.stringify(problemOf(exception, { originalPath: pathOf(ctx.originalUrl), id }));
  ctx.set({ ...exception.headers, 'Content-Type': PROBLEM_MEDIA_TYPE, 'X-Request-Id': id });
  setStatus(ctx, exception.status);
  ctx.app.emit(REJECTED, { status: exception.status, id, request: ctx.req });
}
