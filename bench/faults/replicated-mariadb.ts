import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PrivateMariadb } from '../mariadb/private-mariadb';
import { startMariadb } from '../mariadb/start-mariadb';

/** A primary and its replica. */
export interface Replicated {
  /** The database on the primary, and on its replica, for a user whom a read-only server rejects. */
  readonly old: string;
  readonly replica: string;
  /** Makes the primary read-only, and the replica the primary, once it has all that was written. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const USER = 'application';

export async function startReplicated(): Promise<Replicated> {
  const [old, replica] = await Promise.all([1, 2].map((id) => startMariadb([`--server-id=${id}`, '--log-bin'])));
  const stop = async () => void (await Promise.all([old!.stop(), replica!.stop()]));
  try {
    await replicate(old!, replica!);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    old: forUser(old!),
    replica: forUser(replica!),
    promote: () => using(old!.url, (source) => using(replica!.url, (target) => promote(source, target))),
    stop,
  };
}

async function replicate(old: PrivateMariadb, replica: PrivateMariadb): Promise<void> {
  const { hostname, port, username, password } = new URL(old.url);
  const source = `MASTER_HOST='${hostname}', MASTER_PORT=${port}, MASTER_USER='${username}', MASTER_PASSWORD='${password}'`;
  // Each server has created its own database and user already.
  await using(old.url, (connection) => connection.query('RESET MASTER'));
  await using(replica.url, async (connection) => {
    await connection.query(`CHANGE MASTER TO ${source}, MASTER_USE_GTID = slave_pos`);
    await connection.query('START SLAVE');
  });
  await using(old.url, async (connection) => {
    await connection.query(`CREATE USER ${USER}@'127.0.0.1' IDENTIFIED BY '${USER}'`);
    await connection.query(`GRANT ALL ON koaggregate.* TO ${USER}@'127.0.0.1'`);
  });
}

async function promote(old: Connection, replica: Connection): Promise<void> {
  await old.query('SET GLOBAL read_only = 1');
  const position = await selected(old, 'SELECT @@GLOBAL.gtid_current_pos AS value');
  const waited = await selected(replica, `SELECT MASTER_GTID_WAIT('${position}', 10) AS value`);
  if (waited !== 0) throw new Error('The replica has not caught up within ten seconds.');
  await replica.query('STOP SLAVE');
}

async function selected(connection: Connection, sql: string): Promise<unknown> {
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return rows[0]!.value;
}

function forUser({ url }: PrivateMariadb): string {
  const own = new URL(url);
  own.username = own.password = USER;
  return own.href;
}

async function using(url: string, run: (connection: Connection) => Promise<unknown>): Promise<void> {
  const connection = await createConnection(url);
  try {
    await run(connection);
  } finally {
    await connection.end();
  }
}
