import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkObserver } from './work-observer';

/** The time by which the work for a request has to end. It waits no longer, and begins nothing after it. */
export interface Deadline {
  /** The time of the whole work; infinite for no deadline. */
  readonly limitMs: number;
  /** By the clock of `performance`. */
  atMs: number;
  /** Sees the work; undefined if nobody looks. */
  observer?: WorkObserver;
}

/** The deadline of the calling code; undefined if it works for no request. */
export const deadlines = new AsyncLocalStorage<Deadline>();

/** Of work whose statements have no bounds either. */
export const UNBOUNDED: Deadline = { limitMs: Number.POSITIVE_INFINITY, atMs: Number.POSITIVE_INFINITY };

/** Runs work that may take as long as it takes, such as migrations. */
export function runUnbounded<T>(work: () => T): T {
  return deadlines.run(UNBOUNDED, work);
}

/** What is left of the current deadline, at least 0; infinite without one. */
export function remainingMs(): number {
  const deadline = deadlines.getStore();
  return deadline ? Math.max(0, deadline.atMs - performance.now()) : Number.POSITIVE_INFINITY;
}

/** The deadline of the request has passed before its work was done. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor({ limitMs }: Pick<Deadline, 'limitMs'>) {
    super(`The request was not done within ${limitMs} ms (limits.deadlineMs).`);
  }
}
