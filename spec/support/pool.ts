/** The connection pool of specs. All of it may wait for locks, so that a busy machine does not change the number of statements. */
export const POOL = { max: 5, min: 0, acquireMs: 2000, idleMs: 1000, maxLockWaits: 5 };
