import type { MetricsSource, MetricsText } from '../../http/metrics';
import type { ReadinessReport } from '../../http/readiness';
import type { WorkerPool } from './worker-pool';

/** What the workers of a pool report together, for the admin port of their primary process. */
export class PoolReports implements MetricsSource {
  constructor(private readonly pool: WorkerPool) {}

  /** Ready as long as one of the workers is. */
  async report(): Promise<ReadinessReport> {
    const { serving, count, isStopping } = this.pool;
    const reports = await Promise.all(serving.map((worker) => worker.ask('readiness')));
    const known = reports.filter((one) => one !== undefined);
    const ready = known.filter(({ status }) => status === 'ready');
    const { status = 'not ready', applications = {} } = ready[0] ?? known[0] ?? {};
    return {
      status: isStopping ? 'stopping' : status,
      applications,
      workers: { ready: ready.length, configured: count },
    };
  }

  /** The sums of the workers that reply. One of them adds them up, since it knows how. */
  async read(): Promise<MetricsText | undefined> {
    const { serving } = this.pool;
    const all = await Promise.all(serving.map((worker) => worker.ask('metrics')));
    const known = all.filter((one) => one !== undefined);
    for (const worker of known.length > 0 ? serving : []) {
      const text = await worker.ask('sum', known);
      if (text) return text;
    }
    return undefined;
  }
}
