import { createConnection } from 'mysql2/promise';
import { Container } from '../../lib/core';
import type { DomainClass } from '../../lib/metadata';
import { Application } from '../../lib/rest';
import { POOL } from './open-store';
import { createTestDatabase } from './test-database';

/** An answer of a served application: the body parsed when it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
  readonly body: any;
}

export interface Served {
  readonly address: string;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Serves an application of the given domain classes on a fresh database of the dialect under test.
 *
 * @param schema statements that make tables before the application starts, as a schema that it adopts
 * @param settings further sections of the application's configuration
 */
export async function serve(
  types: readonly unknown[],
  schema: readonly string[] = [],
  settings: Record<string, unknown> = {},
): Promise<Served> {
  const database = await createTestDatabase();
  await prepare(database.url, schema);
  class ShopApplication extends Application {}
  const db = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
  const application = new ShopApplication({
    domain: types as DomainClass[],
    configDir: __dirname,
    configuration: { name: 'shop', db, ...settings },
  });
  const container = new Container({
    applications: [application],
    configDir: __dirname,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] } },
  });
  await container.start();
  const [address] = container.addresses as readonly [string];
  return {
    address,
    request: (method, path, body, headers) => request(address + path, method, body, headers),
    stop: async () => {
      await container.stop();
      await database.drop();
    },
  };
}

async function request(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof body === 'string';
  const typed = body === undefined || isText ? headers : { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(url, { method, headers: typed, body: isText ? body : JSON.stringify(body) });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
}

async function prepare(url: string, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return;
  const connection = await createConnection(url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}
