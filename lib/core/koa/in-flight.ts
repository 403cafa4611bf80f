import type { ServerResponse } from 'node:http';

/** The responses that are not sent completely yet. */
export class InFlight {
  readonly #responses = new Set<ServerResponse>();
  #idle?: () => void;

  /** One whose client has gone already is not waited for: it does not close again. Of others, `once` would cost more. */
  track(response: ServerResponse): void {
    if (response.closed || response.destroyed) return;
    this.#responses.add(response);
    response.on('close', () => {
      this.#responses.delete(response);
      if (this.#responses.size === 0) this.#idle?.();
    });
  }

  /** Resolves when none is left, or when the time is over. */
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
