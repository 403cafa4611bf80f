import { setTimeout as pause } from 'node:timers/promises';
import type { Sequelize } from 'sequelize';
import { connectionsOf, isDraining, replaceCreate } from '../sequelize/connections';

/** Too many connections: of the server, of the user at once, of the user in an hour. */
const REFUSED = new Set([1040, 1203, 1226]);
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/**
 * Keeps a connection that the server refuses from failing a request while the pool has others: the request waits for one
 * of those, and the pool asks for a new one again later.
 */
export function outlastRefusals(sequelize: Sequelize): void {
  const { pool } = connectionsOf(sequelize);
  replaceCreate(pool, (create) => async () => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await create();
      } catch (error) {
        if (!isRefused(error) || isDraining(pool) || pool.using + pool.available === 0) throw error;
        // The process may end meanwhile.
        await pause(pauseMs, undefined, { ref: false });
      }
    }
  });
}

function isRefused(error: unknown): boolean {
  const { parent } = error as { readonly parent?: { readonly errno?: number } };
  return REFUSED.has(parent?.errno ?? 0);
}
