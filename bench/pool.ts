/** The same for both servers. A long wait, so that a stall of the machine is not answered as an overload. */
export const POOL = { max: 10, min: 0, acquireMs: 20_000, idleMs: 10_000 };
