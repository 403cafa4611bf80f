import { loadPackage, PackageError } from '../../foundation';

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  inc(labels: Labels, value?: number): void;
  reset(): void;
}

export interface Gauge {
  set(labels: Labels, value: number): void;
  reset(): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

export interface Registry {
  readonly contentType: string;
  metrics(): Promise<string>;
  getMetricsAsJSON(): Promise<object[]>;
}

/** A metric, with its help text. */
export interface MetricOptions<M> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly registers: readonly Registry[];
  readonly buckets?: readonly number[];
  /** Called before the values are read. */
  collect?(this: M): void;
}

/** The used part of prom-client. */
export interface PromClient {
  readonly AggregatorRegistry: { aggregate(all: readonly (readonly object[])[]): Registry };
  readonly Registry: new () => Registry;
  readonly Counter: new (options: MetricOptions<Counter>) => Counter;
  readonly Gauge: new (options: MetricOptions<Gauge>) => Gauge;
  readonly Histogram: new (options: MetricOptions<Histogram>) => Histogram;
  collectDefaultMetrics(options: { readonly register: Registry }): void;
}

/** @param load  loads the package, or throws what its last argument makes. @throws PackageError PACKAGE_MISSING, PACKAGE_TOO_OLD */
export function loadPromClient(application: string, projectRoot: string, load = loadPackage): PromClient {
  const missing = () =>
    new PackageError('PACKAGE_MISSING', `${application} collects metrics, which`, 'prom-client', 'set metrics: off');
  return load('prom-client', projectRoot, missing) as PromClient;
}
