import { join } from 'node:path';
import { Container } from '../../lib/core';
import type { Application, ApplicationOptions } from '../../lib/rest';
import { type DocumentedExchange, responseTo } from './documented-exchanges';
import { createTestDatabase } from './test-database';

export interface ServedSample {
  readonly address: string;
  readonly routes: Application['routes'];
  request(method: string, path: string, content?: object): Promise<SampleResponse>;
  /** Sends the request of a page. */
  responseTo(exchange: DocumentedExchange): ReturnType<typeof responseTo>;
  /** Restarts the sample on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface SampleResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
  readonly body: any;
}

/** Serves a sample, with the configuration of its own folder, on a fresh database of the dialect under test. */
export async function serveSample(
  name: string,
  type: new (options: ApplicationOptions) => Application,
): Promise<ServedSample> {
  const database = await createTestDatabase();
  const projectRoot = join(__dirname, '../../samples', name);
  const project = { projectRoot, moduleRoot: join(projectRoot, 'src'), logger: QUIET };
  const start = async () => {
    const application = new type({ ...project, configuration: { db: { url: database.url } } });
    const configuration = { server: { connectors: [{ port: 0, scheme: 'http' }] } };
    const container = new Container({ ...project, configuration, applications: [application] });
    await container.start();
    return container;
  };
  let container = await start();
  return {
    get address() {
      return container.addresses[0]!;
    },
    get routes() {
      return container.applications[0]!.routes;
    },
    request: (method, path, content) => request(container.addresses[0] + path, method, content),
    responseTo: (exchange) => responseTo(exchange, container.addresses[0]!),
    restart: async () => {
      await container.stop();
      container = await start();
    },
    stop: async () => {
      await container.stop();
      await database.drop();
    },
  };
}

const QUIET = { info: () => undefined, warn: () => undefined, error: console.error };

async function request(url: string, method: string, content?: object): Promise<SampleResponse> {
  const headers = content ? { 'Content-Type': 'application/json' } : undefined;
  const response = await fetch(url, { method, headers, body: content && JSON.stringify(content) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
