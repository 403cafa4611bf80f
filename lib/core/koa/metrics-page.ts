import type { Context } from 'koa';
import { NotFoundException } from '../http/exceptions';
import type { MetricsSource } from '../http/metrics';
import { respondWithProblem } from './host-problem';
import { respondWithPage } from './operator-page';

/** The page `/metrics` of the admin port. It needs no credentials. */
export class MetricsPage {
  readonly path = '/metrics';

  constructor(private readonly source: MetricsSource) {}

  async respond(ctx: Context): Promise<void> {
    const metrics = await this.source.read();
    if (!metrics) return respondWithProblem(ctx, new NotFoundException('No application collects metrics.'));
    return respondWithPage(ctx, () => ({ status: 200, body: metrics.text, contentType: metrics.contentType }));
  }
}
