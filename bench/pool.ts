/** The pool of all servers. The wait is long, so that a slow machine does not cause 503 responses. */
export const POOL = { max: 10, min: 0, acquireMs: 20_000, idleMs: 10_000 };
