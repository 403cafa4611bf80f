/** A value, or the promise of one. Work that seldom waits returns the value itself, since a promise costs more than the work. */
export type Awaitable<T> = T | PromiseLike<T>;

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

/** Continues with a value: at once, unless it is a promise. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Runs work and converts its error, which may be that of a promise. */
export function orThrow<T>(work: () => T, converted: (error: unknown) => unknown): T {
  const fail = (error: unknown): never => {
    throw converted(error);
  };
  try {
    const result = work();
    return isPromise(result) ? (result.then(undefined, fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}
