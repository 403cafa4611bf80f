import { createConnection } from 'mysql2/promise';
import type { TemporaryDatabase } from '../temporary-database';

const USER = `limited_${process.pid}`;

/** A user of the database who gets no more connections than that at once. */
export interface GrantedUser {
  /** The database for this user. */
  readonly url: string;
  drop(): Promise<void>;
}

export async function createGrantedUser({ url }: TemporaryDatabase, connections: number): Promise<GrantedUser> {
  const limited = new URL(url);
  await send(url, [
    `CREATE USER ${USER} IDENTIFIED BY 'limited'`,
    `GRANT ALL ON ${limited.pathname.slice(1)}.* TO ${USER}`,
    `ALTER USER ${USER} WITH MAX_USER_CONNECTIONS ${connections}`,
  ]);
  limited.username = USER;
  limited.password = 'limited';
  return { url: limited.href, drop: () => send(url, [`DROP USER ${USER}`]) };
}

async function send(url: string, statements: readonly string[]): Promise<void> {
  const connection = await createConnection(url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}
