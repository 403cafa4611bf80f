import { ValidationError as InvalidPayload } from 'joi';
import type { Context, Next } from 'koa';
import {
  OptimisticLockError,
  AggregateError as SeveralErrors,
  UniqueConstraintError,
  ValidationError,
} from 'sequelize';

/** Maps each error that a client can act on to a status. */
export async function handleErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    ctx.status = status;
    ctx.body = { status, detail: (error as Error).message };
  }
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof InvalidPayload) return 422;
  if (error instanceof UniqueConstraintError || error instanceof OptimisticLockError) return 409;
  // The errors of several rows come together.
  if (error instanceof ValidationError || error instanceof SeveralErrors) return 422;
  return undefined;
}
