import { type ApplicationClass, Container, type ContainerOptions, type Logger } from '../../../lib/core';

/** A served application of a spec. */
export interface ServedSpec {
  readonly address: string;
  readonly container: Container;
  /** The calls of `logger.error`, each with its arguments. */
  readonly errors: readonly unknown[][];
  request(path: string, init?: RequestInit): Promise<ServedResponse>;
  /** Sends JSON. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<ServedResponse>;
  stop(): Promise<void>;
}

export interface ServedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
  readonly body: any;
}

/** Serves one application at a free port. */
export async function serveApplication(
  Class: ApplicationClass,
  configuration: Record<string, unknown> = {},
  options: ContainerOptions = {},
): Promise<ServedSpec> {
  const errors: unknown[][] = [];
  const logger: Logger = { info: () => undefined, warn: () => undefined, error: (...line) => void errors.push(line) };
  const application = new Class({ configDir: __dirname, configuration: { name: 'spec', ...configuration }, logger });
  const container = new Container({
    applications: [application],
    configDir: __dirname,
    logger,
    ...options,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] }, ...options.configuration },
  });
  await container.start();
  const [address] = container.addresses as readonly [string];
  const request = async (path: string, init?: RequestInit) => readResponse(await fetch(address + path, init));
  return {
    address,
    container,
    errors,
    request,
    send: (method, path, body, headers = {}) =>
      request(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    stop: () => container.stop(),
  };
}

export async function readResponse(response: Response): Promise<ServedResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : text };
}
