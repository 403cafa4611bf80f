import { KeyInUseError } from '../../persistence';

/**
 * The running requests of this process, by key. Repeated requests wait here, without holding a database connection.
 */
export class RunningKeys<T> {
  /** The outcome of each request; undefined when it fails. */
  readonly #running = new Map<string, Promise<T | undefined>>();

  /**
   * Runs work unless other work for the same key is running; then waits for its outcome.
   *
   * @param work returns the outcome for waiting requests; undefined lets one of them run
   * @returns the outcome of other work; undefined when this work was run
   * @throws KeyInUseError when other work takes longer than `waitMs`; whatever the work throws
   */
  async run(key: string, waitMs: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const deadlineMs = Date.now() + waitMs;
    for (let running = this.#running.get(key); running; running = this.#running.get(key)) {
      const outcome = await within(running, deadlineMs - Date.now());
      if (outcome !== undefined) return outcome;
    }
    await this.#start(key, work);
    return undefined;
  }

  #start(key: string, work: () => Promise<T | undefined>): Promise<unknown> {
    const running = work();
    const outcome = running.catch(() => undefined);
    this.#running.set(key, outcome);
    void outcome.then(() => this.#running.delete(key));
    return running;
  }
}

/** @throws KeyInUseError on a timeout */
async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new KeyInUseError()), Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
