export { RequestLogPlugin } from './request-log-plugin';
export { TracesPlugin } from './traces/traces-plugin';
export { type TracesSection, tracesSection } from './traces/traces-section';
