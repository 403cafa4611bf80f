import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { MethodNotAllowedException } from '../http/exceptions';
import type { Readiness } from '../http/readiness';
import { respondWithProblem } from './host-problem';
import { setStatus } from './respond';

const METHODS = 'GET, HEAD, OPTIONS';
const LIVE = JSON.stringify({ status: 'live' });

/**
 * The pages that an orchestrator asks: `/health/live`, whether the process has to be replaced, and `/health/ready`, whether
 * requests may be sent to it. They need no credentials, and no filters run.
 */
export class HealthPages {
  readonly live: string;
  readonly ready: string;

  /** @param path  the path above the pages, with a leading and without a trailing slash: `/health` */
  constructor(
    path: string,
    private readonly readiness: Readiness,
  ) {
    this.live = `${path}/live`;
    this.ready = `${path}/ready`;
  }

  /** Responds to a request of one of the two paths. */
  async respond(ctx: Context, path: string): Promise<void> {
    const { method } = ctx;
    if (method === 'OPTIONS') return respondTo(ctx, 204, '', { Allow: METHODS });
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `The method ${method} is not allowed. Allowed: ${METHODS}.`;
      return respondWithProblem(ctx, new MethodNotAllowedException(detail, { headers: { Allow: METHODS } }));
    }
    if (path === this.live) return respondTo(ctx, 200, LIVE);
    const report = await this.readiness.report();
    respondTo(ctx, report.status === 'ready' ? 200 : 503, JSON.stringify(report));
  }
}

function respondTo(ctx: Context, status: number, body: string, headers: Record<string, string> = {}): void {
  ctx.set({
    ...headers,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
  });
  if (body !== '') {
    ctx.body = body;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
  }
  setStatus(ctx, status);
}
