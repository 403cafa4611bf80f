import type { LoadState, Metrics, MetricsText } from '../../core';
import { METRICS, type Metric, REQUEST_BUCKETS, STATEMENT_BUCKETS } from './metric-table';
import { processMetrics } from './process-metrics';
import type { Counter, Histogram, Labels, PromClient, Registry } from './prom-client';

/** What is read of an application at each scrape. */
export interface MeasuredApplication {
  readonly name: string;
  readonly activeRequests: number;
  readonly load: LoadState | undefined;
  /** The same object for applications that share a pool. */
  readonly connections: object | undefined;
  readonly pool: MeasuredPool | undefined;
}

/** The connections of a pool. */
export interface MeasuredPool {
  readonly max: number;
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

type Sample = readonly [labels: Labels, value: number];
type Read = (application: MeasuredApplication) => readonly Sample[];

/** The metrics of all applications of a container, and of the process. */
export class ServiceMetrics implements Metrics {
  readonly requests: Histogram;
  readonly statements: Histogram;
  readonly units: Counter;
  readonly retries: Counter;
  readonly conflicts: Counter;
  readonly failedPreconditions: Counter;
  readonly replays: Counter;
  readonly #client: PromClient;
  readonly #registry: Registry;
  readonly #process: Registry;
  readonly #applications = new Set<MeasuredApplication>();

  constructor(client: PromClient) {
    this.#client = client;
    this.#registry = new client.Registry();
    this.#process = processMetrics(client);
    this.requests = new client.Histogram({ ...this.#options(METRICS.requests), buckets: REQUEST_BUCKETS });
    this.statements = new client.Histogram({ ...this.#options(METRICS.statements), buckets: STATEMENT_BUCKETS });
    this.units = this.#counter(METRICS.units);
    this.retries = this.#counter(METRICS.retries);
    this.conflicts = this.#counter(METRICS.conflicts);
    this.failedPreconditions = this.#counter(METRICS.failedPreconditions);
    this.replays = this.#counter(METRICS.replays);
    this.#addReadMetrics();
  }

  async text(): Promise<MetricsText> {
    const { contentType } = this.#registry;
    return { contentType, text: (await this.#registry.metrics()) + (await this.#process.metrics()) };
  }

  async data(): Promise<readonly object[]> {
    return [...(await this.#registry.getMetricsAsJSON()), ...(await this.#process.getMetricsAsJSON())];
  }

  async sum(all: readonly (readonly object[])[]): Promise<MetricsText> {
    const sums = this.#client.AggregatorRegistry.aggregate(all);
    return { contentType: sums.contentType, text: await sums.metrics() };
  }

  /** Reads the application at each scrape. Its counters begin at 0, so that the first increase of each is seen. */
  add(application: MeasuredApplication): void {
    this.#applications.add(application);
    const labels = { application: application.name };
    for (const outcome of ['committed', 'rolled_back']) this.units.inc({ ...labels, outcome }, 0);
    const others = [this.retries, this.conflicts, this.failedPreconditions, this.replays];
    for (const counter of others) counter.inc(labels, 0);
  }

  /** What it has counted stays. */
  remove(application: MeasuredApplication): void {
    this.#applications.delete(application);
  }

  /** Those that are read when they are asked for, so that they cost requests nothing. */
  #addReadMetrics(): void {
    this.#gauge(METRICS.activeRequests, ({ activeRequests }) => [[{}, activeRequests]]);
    this.#gauge(METRICS.queued, ({ load }) => (load ? [[{}, load.queued]] : []));
    this.#gauge(METRICS.limit, ({ load }) => (load ? [[{}, load.limit]] : []));
    this.#gauge(METRICS.connections, (application) => this.#poolOf(application).flatMap(connectionsOf));
    this.#gauge(METRICS.connectionLimit, (application) => this.#poolOf(application).map(({ max }) => [{}, max]));
    this.#gauge(METRICS.connectionWaits, (application) =>
      this.#poolOf(application).map(({ waiting }) => [{}, waiting]),
    );
    const samples = () => this.#samples(({ load }) => refusalsOf(load));
    new this.#client.Counter({
      ...this.#options(METRICS.refused),
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.inc(labels, value);
      },
    });
  }

  /** A pool that several applications share is that of the first of them. */
  #poolOf({ name, connections, pool }: MeasuredApplication): readonly MeasuredPool[] {
    const first = [...this.#applications].find((one) => one.connections === connections);
    return pool && first?.name === name ? [pool] : [];
  }

  #gauge(metric: Metric, read: Read): void {
    const samples = () => this.#samples(read);
    new this.#client.Gauge({
      ...this.#options(metric),
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.set(labels, value);
      },
    });
  }

  #samples(read: Read): readonly Sample[] {
    return [...this.#applications].flatMap((application) =>
      read(application).map(([labels, value]): Sample => [{ application: application.name, ...labels }, value]),
    );
  }

  #counter(metric: Metric): Counter {
    return new this.#client.Counter(this.#options(metric));
  }

  #options({ name, help, labels }: Metric) {
    return { name, help, labelNames: ['application', ...labels], registers: [this.#registry] };
  }
}

function connectionsOf({ used, idle }: MeasuredPool): readonly Sample[] {
  return [
    [{ db_client_connection_state: 'used' }, used],
    [{ db_client_connection_state: 'idle' }, idle],
  ];
}

function refusalsOf(load: LoadState | undefined): readonly Sample[] {
  return Object.entries(load?.refused ?? {}).map(([reason, count]) => [{ reason }, count]);
}
