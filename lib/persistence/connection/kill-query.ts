import type { Connections } from '../sequelize/connections';
import type { DriverConnection } from './driver-connection';

/** Ends a statement that another connection runs, if it still does. */
export type KillQuery = (threadId: number, sql: string) => Promise<void>;

const WITHIN_MS = 1000;
/** As much of a statement as tells it from others. */
const COMPARED_CHARACTERS = 200;

/**
 * Sends `KILL QUERY` over a connection of its own, since those of the pool may all be in use. It is ended even without an
 * answer. After a fail-over the new server may have given the number of the connection to another one, so that it is asked first
 * what that one runs.
 */
export function killQueryBy(manager: Connections<DriverConnection>): KillQuery {
  return async (threadId, sql) => {
    const connection = await manager.connect(manager.config);
    const end = () => connection.stream.destroy();
    const timer = setTimeout(end, WITHIN_MS);
    try {
      if (await isRunning(connection, threadId, sql)) await query(connection, `KILL QUERY ${threadId}`);
    } finally {
      clearTimeout(timer);
      end();
    }
  };
}

async function isRunning(connection: DriverConnection, threadId: number, sql: string): Promise<boolean> {
  const rows = await query(
    connection,
    `SELECT INFO AS text FROM information_schema.PROCESSLIST WHERE ID = ${threadId}`,
  );
  const [{ text = '' } = {}] = rows as readonly { readonly text?: string | null }[];
  return beginning(text ?? '') === beginning(sql);
}

function beginning(sql: string): string {
  return sql.trim().replace(/;$/, '').slice(0, COMPARED_CHARACTERS);
}

function query(connection: DriverConnection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}
