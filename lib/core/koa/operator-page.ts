import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { MethodNotAllowedException } from '../http/exceptions';
import { respondWithProblem } from './host-problem';
import { setStatus } from './respond';

const METHODS = 'GET, HEAD, OPTIONS';

/** The content of a page for operators. */
export interface OperatorPage {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

/** Responds to a request of a page for operators, which no cache keeps. No filters run. */
export async function respondWithPage(ctx: Context, read: () => OperatorPage | Promise<OperatorPage>): Promise<void> {
  const { method } = ctx;
  if (method === 'OPTIONS') {
    setOwnHeaders(ctx, { Allow: METHODS });
    return setStatus(ctx, 204);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    const detail = `The method ${method} is not allowed. Allowed: ${METHODS}.`;
    return respondWithProblem(ctx, new MethodNotAllowedException(detail, { headers: { Allow: METHODS } }));
  }
  const { status, body, contentType } = await read();
  setOwnHeaders(ctx);
  ctx.body = body;
  ctx.set('Content-Type', contentType);
  setStatus(ctx, status);
}

function setOwnHeaders(ctx: Context, headers: Record<string, string> = {}): void {
  ctx.set({
    ...headers,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
  });
}
