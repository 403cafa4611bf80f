import { oncePer } from '../../foundation';
import type { PromClient, Registry } from './prom-client';

/**
 * CPU, memory, garbage collection and the delay of the event loop. They belong to the process, and what observes them cannot
 * be ended: there is one registry of them, however often applications start.
 */
export const processMetrics = oncePer((client: PromClient): Registry => {
  const register = new client.Registry();
  client.collectDefaultMetrics({ register });
  return register;
});
