import type { Client } from '../client';
import type { Workload } from '../workloads';
import { nodeLoad } from './node-load';
import { hasWrk, wrkLoad } from './wrk-load';

/** Sends requests faster than a server responds to them. */
export interface LoadGenerator {
  readonly name: LoadGeneratorName;
  /**
   * Keeps all connections busy until all requests of the workload have been sent.
   *
   * @param begin is called when the connections are open, before the first request
   * @param ended aborted when the server has ended
   * @returns the 99th percentile of the latency in ms
   * @throws Error for an unexpected status, or if the server ends
   */
  drive(client: Client, workload: Workload, begin: () => Promise<void>, ended: AbortSignal): Promise<number>;
}

export type LoadGeneratorName = 'wrk' | 'node';

/**
 * By default wrk if it is installed: it takes little CPU time, so that the server never waits for it.
 *
 * @throws Error for another name, or if wrk is wanted and not installed
 */
export function loadGeneratorOf(name: string = hasWrk() ? 'wrk' : 'node'): LoadGenerator {
  if (name === 'node') return nodeLoad;
  if (name !== 'wrk') throw new Error(`Unknown client "${name}". Known clients: wrk, node.`);
  if (!hasWrk()) throw new Error('wrk is not on the PATH. Install it, or leave out --client.');
  return wrkLoad;
}
