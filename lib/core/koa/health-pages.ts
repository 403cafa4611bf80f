import type { Context } from 'koa';
import type { ReadinessSource } from '../http/readiness';
import { type OperatorPage, respondWithPage } from './operator-page';

const LIVE = pageOf(200, { status: 'live' });

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
    private readonly readiness: ReadinessSource,
  ) {
    this.live = `${path}/live`;
    this.ready = `${path}/ready`;
  }

  /** Responds to a request of one of the two paths. */
  respond(ctx: Context, path: string): Promise<void> {
    return respondWithPage(ctx, () => (path === this.live ? LIVE : this.#readReadiness()));
  }

  async #readReadiness(): Promise<OperatorPage> {
    const report = await this.readiness.report();
    return pageOf(report.status === 'ready' ? 200 : 503, report);
  }
}

function pageOf(status: number, content: object): OperatorPage {
  return { status, body: JSON.stringify(content), contentType: 'application/json; charset=utf-8' };
}
