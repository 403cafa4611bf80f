import { createConnection } from 'mysql2/promise';
import { Sequelize } from 'sequelize';
import { Container } from '../../lib/core';
import type { DomainClass } from '../../lib/metadata';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { DocumentCheck } from './document-check';
import { POOL } from './open-store';
import { createTestDatabase, type TestDatabase } from './test-database';

/** A response of a served application, with its body parsed when it is JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
  readonly body: any;
}

export interface Served {
  readonly address: string;
  readonly application: Application;
  readonly container: Container;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  stop(): Promise<void>;
}

/** The differences from an application with default settings. */
export interface ServeOptions extends Pick<ApplicationOptions, 'resources' | 'authenticators' | 'authorizer'> {
  readonly Class?: new (options: ApplicationOptions) => Application;
  /** Relative to this folder. */
  readonly packagesToScan?: readonly string[];
  /** Statements that create a legacy schema before the application starts. */
  readonly schema?: readonly string[];
  /** Entries of `db.providerProperties`. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Further settings of the section `db`. */
  readonly db?: Readonly<Record<string, unknown>>;
  /** An existing database, which is kept when the application stops. */
  readonly database?: TestDatabase;
  /** Further sections of the application's configuration. */
  readonly settings?: Record<string, unknown>;
  /** Further sections of the container's configuration. */
  readonly container?: Record<string, unknown>;
}

class ShopApplication extends Application {}

/**
 * Serves an application of the given domain classes on a fresh database of the dialect under test. Every response to
 * `request` is checked against the application's OpenAPI document.
 */
export async function serve(
  types: readonly unknown[],
  {
    Class = ShopApplication,
    packagesToScan = [],
    schema = [],
    properties = {},
    db: databaseSettings = {},
    settings = {},
    container: containerSettings = {},
    database: given,
    ...options
  }: ServeOptions = {},
): Promise<Served> {
  const database = given ?? (await createTestDatabase());
  await prepare(database.url, schema);
  const providerProperties = { 'hbm2ddl.auto': 'update', ...properties };
  const db = { url: database.url, pool: POOL, packagesToScan, providerProperties, ...databaseSettings };
  const application = new Class({
    ...options,
    moduleRoot: __dirname,
    domain: types as DomainClass[],
    configDir: __dirname,
    configuration: { name: 'shop', db, ...settings },
  });
  const container = new Container({
    applications: [application],
    configDir: __dirname,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] }, ...containerSettings },
  });
  await container.start();
  const [address] = container.addresses as readonly [string];
  const document = new DocumentCheck(application);
  return {
    address,
    application,
    container,
    async request(method, path, body, headers) {
      const response = await request(address + path, method, body, headers);
      document.verify(method, path, response, headers?.['Content-Type']);
      return response;
    },
    stop: async () => {
      await container.stop();
      if (!given) await database.drop();
    },
  };
}

/** An application that is served during the tests of a file or a `describe`. */
export interface UsedServed extends Omit<Served, 'stop' | 'container'> {
  /** Sends a GET. @returns the body */
  read(path: string): Promise<ApiResponse['body']>;
  /** Sends a POST, which has to succeed. @returns the body */
  create(path: string, payload?: object): Promise<ApiResponse['body']>;
}

/** {@link serve} before the tests of a file or a `describe`, with options that are known when it loads; the stop after them. */
export function useServed(types: readonly unknown[], options?: ServeOptions): UsedServed {
  let served: Served | undefined;
  const request: Served['request'] = (...parts) => served!.request(...parts);

  beforeAll(async () => {
    served = await serve(types, options);
  });
  afterAll(() => served?.stop());

  return {
    get address() {
      return served!.address;
    },
    get application() {
      return served!.application;
    },
    request,
    read: async (path) => (await request('GET', path)).body,
    async create(path, payload = {}) {
      const { status, body } = await request('POST', path, payload);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },
  };
}

async function request(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const isText = typeof body === 'string';
  const typed = body === undefined || isText ? headers : { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(url, { method, headers: typed, body: isText ? body : JSON.stringify(body) });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
}

/** Creates the tables of a legacy schema. */
export async function prepare(url: string, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return;
  if (url.startsWith('sqlite:')) return prepareFile(url.slice('sqlite:'.length), statements);
  const connection = await createConnection(url);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

async function prepareFile(storage: string, statements: readonly string[]): Promise<void> {
  const sequelize = new Sequelize({ dialect: 'sqlite', storage, logging: false });
  for (const statement of statements) await sequelize.query(statement);
  await sequelize.close();
}
