import type { Context } from 'koa';
import { NotFoundException } from '../http/exceptions';
import type { SharedMetrics } from '../http/metrics';
import { respondWithProblem } from './host-problem';
import { respondWithPage } from './operator-page';

/** The page `/metrics` of the admin port. It needs no credentials. */
export class MetricsPage {
  readonly path = '/metrics';

  constructor(private readonly shared: SharedMetrics) {}

  async respond(ctx: Context): Promise<void> {
    const { metrics } = this.shared;
    if (!metrics) return respondWithProblem(ctx, new NotFoundException('No application collects metrics.'));
    const { contentType } = metrics;
    return respondWithPage(ctx, async () => ({ status: 200, body: await metrics.text(), contentType }));
  }
}
