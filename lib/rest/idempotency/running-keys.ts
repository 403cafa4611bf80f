import { KeyInUseError } from '../../persistence';

/**
 * The requests of this process that are being carried out, by their keys. Who repeats one waits here, where that takes
 * no connection to the database.
 */
export class RunningKeys<T> {
  /** The response of each; undefined when it fails. */
  readonly #running = new Map<string, Promise<T | undefined>>();

  /**
   * Runs work for a key, when no other runs for it.
   *
   * @param work  gives what others who have the same key are to get, or undefined for nothing
   * @returns what another has led to; undefined when the work was run
   * @throws KeyInUseError when another takes longer than so many milliseconds; whatever the work throws
   */
  async run(key: string, waitMs: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
    const untilMs = Date.now() + waitMs;
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) {
      const outcome = await within(other, untilMs - Date.now());
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

/** @throws KeyInUseError when that is not in time */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new KeyInUseError()), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
