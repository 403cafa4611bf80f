import cluster from 'node:cluster';
import { isObject } from '../../../foundation';

/** What a worker tells its primary process. */
type Ready = { readonly koaggregate: 'ready'; readonly addresses: readonly string[] };
/** What the primary process tells a worker. */
type Retire = { readonly koaggregate: 'retire' };

/** Tells the primary process, if there is one, that the ports are open. */
export function reportReady(addresses: readonly string[]): void {
  const message: Ready = { koaggregate: 'ready', addresses };
  if (isWorker()) process.send!(message);
}

/** Calls a function when the primary process has replaced this worker. */
export function onRetire(retire: () => void): void {
  if (isWorker()) process.on('message', (message) => isOfKind<Retire>(message, 'retire') && retire());
}

export const RETIRE: Retire = { koaggregate: 'retire' };

export function isReady(message: unknown): message is Ready {
  return isOfKind<Ready>(message, 'ready');
}

/** Set for the processes that {@link WorkerPool} starts, and not for those of other programs that use node:cluster. */
export const WORKER_VARIABLE = 'KOAGGREGATE_WORKER';

export function isWorker(): boolean {
  return cluster.isWorker && process.env[WORKER_VARIABLE] !== undefined;
}

export function isOfKind<M extends { readonly koaggregate: string }>(
  message: unknown,
  kind: M['koaggregate'],
): message is M {
  return isObject(message) && 'koaggregate' in message && message.koaggregate === kind;
}
