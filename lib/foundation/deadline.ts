import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Deadline>();

/** The time by which a request has to be answered. What works for it waits no longer, and begins nothing after it. */
export class Deadline {
  #atMs: number;

  /** @param limitMs from now on */
  constructor(readonly limitMs: number) {
    this.#atMs = performance.now() + limitMs;
  }

  /** Begins again, from now on. */
  restart(): void {
    this.#atMs = performance.now() + this.limitMs;
  }

  /** Ends for a response that is streamed: each of its pieces has a bound of its own. */
  lift(): void {
    this.#atMs = Number.POSITIVE_INFINITY;
  }

  /** At least 0. */
  get remainingMs(): number {
    return Math.max(0, this.#atMs - performance.now());
  }

  /** Calls a function, whose work has this deadline. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** For work that may take as long as it takes, such as migrations. */
  static readonly none = new Deadline(Number.POSITIVE_INFINITY);

  /** The deadline of the calling code; undefined if it works for no request. */
  static current(): Deadline | undefined {
    return current.getStore();
  }
}

/** The given time, or what is left of the current deadline if that is less. */
export function withinDeadline(ms: number): number {
  const deadline = current.getStore();
  return deadline ? Math.min(ms, deadline.remainingMs) : ms;
}

/** The deadline of the request has passed before its work was done. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor({ limitMs }: Pick<Deadline, 'limitMs'>) {
    super(`The request was not done within ${limitMs} ms (limits.deadlineMs).`);
  }
}

/** @throws DeadlineError */
export function verifyDeadline(): void {
  const deadline = current.getStore();
  if (deadline?.remainingMs === 0) throw new DeadlineError(deadline);
}
