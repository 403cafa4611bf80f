/** The connection pool of specs. */
export const POOL = { max: 5, min: 0, acquireMs: 2000, idleMs: 1000 };
