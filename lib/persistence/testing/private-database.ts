import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackage } from '../../foundation';
import { PersistenceError } from '../errors';

/** Where a test database is: in memory, in a temporary file, or on a server. */
export type TestDatabase = 'memory' | 'file' | 'server';

/** A database for one test application. */
export interface PrivateDatabase {
  /** The settings for the section `db` of the application. */
  readonly settings: { readonly url: string; readonly username?: string; readonly password?: string };
  /** Called after the connections are closed. */
  drop(): Promise<void>;
}

/**
 * @param server the address of the server, with a user who may create databases: `mysql://user:password@host:port`
 * @throws PersistenceError DRIVER_MISSING
 */
export async function createPrivateDatabase(
  place: TestDatabase,
  projectRoot: string,
  server?: string,
): Promise<PrivateDatabase> {
  if (place === 'memory') return { settings: { url: 'sqlite::memory:' }, drop: () => Promise.resolve() };
  return place === 'file' ? inFile() : onServer(projectRoot, server!.replace(/^mariadb:/, 'mysql:'));
}

async function inFile(): Promise<PrivateDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'koaggregate-test-'));
  const drop = () => rm(folder, { recursive: true, force: true });
  return { settings: { url: `sqlite:${join(folder, 'test.sqlite')}` }, drop };
}

async function onServer(projectRoot: string, server: string): Promise<PrivateDatabase> {
  const name = `koaggregate_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = '';
  const send = (sql: string) => sendTo(projectRoot, url.href, sql);
  await send(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const user = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const own = new URL(`/${name}`, url);
  return { settings: { url: own.href, ...user }, drop: () => send(`DROP DATABASE IF EXISTS ${name}`) };
}

interface Driver {
  createConnection(url: string): Promise<{ query(sql: string): Promise<unknown>; end(): Promise<void> }>;
}

async function sendTo(projectRoot: string, url: string, sql: string): Promise<void> {
  const missing = () => new PersistenceError('DRIVER_MISSING', ['mysql2', new URL(url).host]);
  const { createConnection } = loadPackage('mysql2/promise', projectRoot, missing) as Driver;
  const connection = await createConnection(url);
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
