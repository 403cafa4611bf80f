/** Of connections, as specs configure it. */
export const POOL = { max: 5, min: 0, acquireMs: 2000, idleMs: 1000 };
