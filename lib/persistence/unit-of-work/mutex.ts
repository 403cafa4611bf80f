import { remainingMs } from '../../foundation';

/** Runs one piece of work at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  /** Whether no work runs or waits. */
  get isIdle(): boolean {
    return this.#unfinished === 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#unfinished++;
    const result = this.#last.then(work);
    const finish = () => {
      this.#unfinished--;
    };
    this.#last = result.then(finish, finish);
    return result;
  }

  /** {@link run}, unless the turn of the work has not come in time, or before its deadline: then it never runs. */
  runWithin<T>(work: () => Promise<T>, waitMs: number, timeout: () => Error): Promise<T> {
    if (this.#unfinished === 0) return this.run(work);
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          reject(timeout());
        },
        Math.min(waitMs, remainingMs()),
      );
      this.run(async () => {
        clearTimeout(timer);
        if (!isLate) resolve(await work());
      }).catch(reject);
    });
  }

  /** Waits for a turn, as {@link runWithin}. @returns ends it */
  acquire(waitMs: number, timeout: () => Error): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.runWithin(() => new Promise<void>(resolve), waitMs, timeout).catch(reject);
    });
  }
}
