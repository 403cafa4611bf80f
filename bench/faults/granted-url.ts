import { createConnection } from 'mysql2/promise';
import type { TemporaryDatabase } from '../temporary-database';

/** The URL of the database, for a user of its own who gets no more connections than that at once. */
export async function grantedUrl({ url }: TemporaryDatabase, connections?: number): Promise<string> {
  if (connections === undefined) return url;
  const limited = new URL(url);
  const user = `limited_${process.pid}`;
  const connection = await createConnection(url);
  await connection.query(`CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY 'limited'`);
  await connection.query(`GRANT ALL ON ${limited.pathname.slice(1)}.* TO ${user}`);
  await connection.query(`ALTER USER ${user} WITH MAX_USER_CONNECTIONS ${connections}`);
  await connection.end();
  limited.username = user;
  limited.password = 'limited';
  return limited.href;
}
