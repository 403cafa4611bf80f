import type { Limits } from '../config/content-keys';
import type { Connector } from './connector';
import { connectionsArrived } from './workers/worker-messages';

/** Node.js may close an idle connection this much later than `limits.keepAliveTimeoutMs`. */
const EXTRA_IDLE_MS = 1000;

/** How long a hand-over takes at most. */
export function handOverMs({ keepAliveTimeoutMs }: Limits): number {
  return keepAliveTimeoutMs + EXTRA_IDLE_MS;
}

/**
 * Leaves the ports to the processes that replace this one, and lets its connections end without a request being lost: each
 * closes after its next response. One that stays idle is closed when its keep-alive time is over: earlier, a request could be
 * on its way.
 */
export class HandOver {
  #end!: () => void;
  readonly #isEnded = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  /** Resolves when no connection is open, after {@link end}, or after the timeout. */
  async run(connectors: readonly Connector[], timeoutMs: number): Promise<void> {
    for (const connector of connectors) connector.drain();
    for (const connector of connectors) connector.leavePort();
    await connectionsArrived();
    await Promise.race([this.#isEnded, Promise.all(connectors.map((connector) => connector.unused(timeoutMs)))]);
  }

  /** What still is idle is closed at once. */
  end(): void {
    this.#end();
  }
}
