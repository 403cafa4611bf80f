/** Metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The metrics of an application, or of all applications of a container. */
export interface Metrics {
  text(): Promise<MetricsText>;
  /** As data, from which those of several processes are summed up. */
  data(): Promise<readonly object[]>;
  /** @param all  the {@link data} of each process */
  sum(all: readonly (readonly object[])[]): Promise<MetricsText>;
}

/** Where the page of the metrics reads them. */
export interface MetricsSource {
  /** Undefined if no application collects metrics. */
  read(): Promise<MetricsText | undefined>;
}

/** The place of the metrics that all applications of a container share. */
export class SharedMetrics implements MetricsSource {
  /** Set by the first application that collects some. */
  metrics?: Metrics;

  /** @param isServed whether the admin port of the container serves them */
  constructor(readonly isServed: boolean) {}

  async read(): Promise<MetricsText | undefined> {
    return this.metrics?.text();
  }
}
