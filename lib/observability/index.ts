export { MetricsPlugin } from './metrics/metrics-plugin';
export { type MetricsSection, metricsSection } from './metrics/metrics-section';
export { RequestLogPlugin } from './request-log-plugin';
export { TracesPlugin } from './traces/traces-plugin';
export { type TracesSection, tracesSection } from './traces/traces-section';
