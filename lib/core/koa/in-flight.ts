import type { ServerResponse } from 'node:http';

/** The responses that are not completely sent. */
export class InFlight {
  readonly #responses = new Set<ServerResponse>();
  #idle?: () => void;

  get count(): number {
    return this.#responses.size;
  }

  /** Ignores closed responses, which emit no further `close`. Uses `on`, which is cheaper than `once`. */
  track(response: ServerResponse): void {
    if (response.closed || response.destroyed) return;
    this.#responses.add(response);
    response.on('close', () => {
      this.#responses.delete(response);
      if (this.#responses.size === 0) this.#idle?.();
    });
  }

  /** Resolves when all responses are sent, or after the timeout. */
  async settle(timeoutMs: number): Promise<void> {
    if (this.#responses.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }
}
