/** The metrics of an application, or of all applications of a container. */
export interface Metrics {
  /** Of {@link text}. */
  readonly contentType: string;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  /** As data, from which those of several processes can be summed up. */
  data(): Promise<readonly object[]>;
}

/** The place of the metrics that all applications of a container share. */
export class SharedMetrics {
  /** Set by the first application that collects some. */
  metrics?: Metrics;

  /** @param isServed whether the admin port of the container serves them */
  constructor(readonly isServed: boolean) {}
}
