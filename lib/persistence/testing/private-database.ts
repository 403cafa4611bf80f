import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackage } from '../../foundation';
import { driverOptions } from '../connection/driver-options';
import { driverTls } from '../connection/driver-tls';
import { tlsOf } from '../connection/tls-of-database';
import { type DatabaseUrl, parseDatabaseUrl } from '../database-url';
import { PersistenceError } from '../errors';

/** Where a test database is: in memory, in a temporary file, or on a server. */
export type TestDatabase = 'memory' | 'file' | 'server';

/** A database for one test application. */
export interface PrivateDatabase {
  /** The settings for the section `db` of the application. */
  readonly settings: {
    readonly url: string;
    readonly username?: string;
    readonly password?: string;
    /** The section of the project does not apply to this database; the URL says whether it is encrypted. */
    readonly ssl: false;
  };
  /** Called after the connections are closed. */
  drop(): Promise<void>;
}

/**
 * @param server the address of the server, with a user who may create databases: `mysql://user:password@host:port`
 * @throws PersistenceError DRIVER_MISSING, and as {@link parseDatabaseUrl}
 */
export async function createPrivateDatabase(
  place: TestDatabase,
  projectRoot: string,
  server?: string,
): Promise<PrivateDatabase> {
  if (place === 'memory') return { settings: { url: 'sqlite::memory:', ssl: false }, drop: () => Promise.resolve() };
  return place === 'file' ? inFile() : onServer(projectRoot, server!.replace(/^mariadb:/, 'mysql:'));
}

async function inFile(): Promise<PrivateDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'koaggregate-test-'));
  const drop = () => rm(folder, { recursive: true, force: true });
  return { settings: { url: `sqlite:${join(folder, 'test.sqlite')}`, ssl: false }, drop };
}

async function onServer(projectRoot: string, server: string): Promise<PrivateDatabase> {
  const name = `koaggregate_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const own = new URL(server);
  own.pathname = `/${name}`;
  const url = parseDatabaseUrl(own.href, projectRoot);
  const send = (sql: string) => sendTo(projectRoot, url, sql);
  await send(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const { username = '', password = '' } = url;
  const drop = () => send(`DROP DATABASE IF EXISTS ${name}`);
  return { settings: { url: own.href, username, password, ssl: false }, drop };
}

interface Driver {
  createConnection(options: object): Promise<{ query(sql: string): Promise<unknown>; end(): Promise<void> }>;
}

/** Connects without a database, since it does not exist yet, or not any more. */
async function sendTo(projectRoot: string, url: DatabaseUrl, sql: string): Promise<void> {
  const { host, port, username, password, options, display } = url;
  const missing = () => new PersistenceError('DRIVER_MISSING', ['mysql2', display]);
  const { createConnection } = loadPackage('mysql2/promise', projectRoot, missing) as Driver;
  const ssl = driverTls(tlsOf(undefined, options.tls), projectRoot);
  const connection = await createConnection({ host, port, user: username, password, ...driverOptions(url, ssl) });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
