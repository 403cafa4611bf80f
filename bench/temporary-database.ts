import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export interface TemporaryDatabase {
  readonly url: string;
  /** The name of the database in outputs. */
  readonly kind: string;
  /** Whether it is on a database server, whose counters can be read and whose connections can be killed. */
  readonly isServer: boolean;
  drop(): Promise<void>;
}

/**
 * An empty database for one run: a SQLite file, or a new database on the server of the URL.
 *
 * @param serverUrl `mysql://user:password@host:port`; the user must be allowed to create and drop databases
 */
export function createTemporaryDatabase(serverUrl?: string): Promise<TemporaryDatabase> {
  return serverUrl === undefined ? createSqliteFile() : createServerDatabase(serverUrl);
}

async function createSqliteFile(): Promise<TemporaryDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'koaggregate-bench-'));
  const drop = () => rm(directory, { recursive: true, force: true });
  return { url: `sqlite:${join(directory, 'bench.sqlite')}`, kind: 'SQLite', isServer: false, drop };
}

async function createServerDatabase(serverUrl: string): Promise<TemporaryDatabase> {
  const url = new URL(serverUrl);
  url.pathname = `/koaggregate_bench_${process.pid}`;
  const name = url.pathname.slice(1);
  await runOnServer(url, `CREATE DATABASE ${name}`);
  return {
    url: url.href,
    kind: 'MariaDB or MySQL',
    isServer: true,
    drop: () => runOnServer(url, `DROP DATABASE ${name}`),
  };
}

async function runOnServer({ hostname, port, username, password }: URL, sql: string): Promise<void> {
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
