export { type LogsSection, logsSection } from './logs-section';
export { RequestLogPlugin } from './request-log-plugin';
