import cluster from 'node:cluster';
import { isObject } from '../../../foundation';

/** What a worker tells its primary process. */
type Ready = { readonly koaggregate: 'ready'; readonly addresses: readonly string[] };
/** What the primary process tells a worker. */
type Retire = { readonly koaggregate: 'retire' };
/** What a worker says after it has closed its ports, and is told in return when the primary process knows. */
type Left = { readonly koaggregate: 'left' };

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
export const LEFT: Left = { koaggregate: 'left' };

export function hasLeft(message: unknown): message is Left {
  return isOfKind<Left>(message, 'left');
}

export function isReady(message: unknown): message is Ready {
  return isOfKind<Ready>(message, 'ready');
}

/**
 * Resolves when all connections that the primary process has accepted for this worker have arrived here, after its ports
 * are closed. Node.js would lose one that is on its way when a worker exits: its client would wait for ever.
 */
export async function connectionsArrived(): Promise<void> {
  if (!isWorker() || !process.connected) return;
  await new Promise<void>((resolve) => {
    process.on('message', (message) => hasLeft(message) && resolve());
    process.once('disconnect', resolve);
    process.send!(LEFT);
  });
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
