import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ConnectorSettings } from '../config/container-configuration';
import type { Limits } from '../config/content-keys';
import type { HttpHost } from '../koa/http-host';
import { Connections } from './connections';
import { StartError } from './errors';
import { readKeys } from './key-store';
import { expectsContinue, refusalOf, refuseMessage, refuseRest, refuseTunnel } from './refused-message';

/** How often Node looks for requests that take too long. */
const CHECK_INTERVAL_MS = 1000;

/** One open port. */
export interface Connector {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no new request, lets those in flight finish for so long, then cuts them off; called again, waits for that. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens a port.
 *
 * @param key  of the configuration: `server.connectors.0`
 * @throws StartError PORT_IN_USE, PORT_REFUSED, KEY_STORE_UNREADABLE
 */
export async function openConnector(
  settings: ConnectorSettings,
  key: string,
  limits: Limits,
  projectRoot: string,
  host: HttpHost,
): Promise<Connector> {
  const server = createFor(settings, key, limits, projectRoot);
  const connections = handOn(server, settings.scheme === 'https', limits, host);
  try {
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
  } catch (error) {
    throw refused(error as NodeJS.ErrnoException, settings, key);
  }
  let closed: Promise<void> | undefined;
  return {
    address: addressOf(server, settings),
    close(timeoutMs) {
      closed ??= close(server, connections, timeoutMs);
      return closed;
    },
  };
}

function createFor({ scheme, ssl }: ConnectorSettings, key: string, limits: Limits, projectRoot: string): Server {
  const options = {
    // Node counts request line and headers together; the two are told apart later.
    maxHeaderSize: limits.url + limits.headers,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    handshakeTimeout: limits.handshakeTimeoutMs,
    // Node would refuse it without a body.
    requireHostHeader: false,
  };
  if (scheme === 'http' || !ssl) return createServer(options);
  return createSecureServer({ ...options, ...readKeys(ssl, key, projectRoot) });
}

/** Hands on what is served, and refuses the rest. */
function handOn(server: Server, isSecure: boolean, limits: Limits, host: HttpHost): Connections {
  // Node would leave out what is beyond its limit, and say nothing: the checks of a head must see all of it.
  server.maxHeadersCount = 0;
  const connections = new Connections(server, isSecure, limits);
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.of(request.socket);
    if (!connection || connection.isGivenUp) return;
    connection.begin(request, response);
    const refusal = refusalOf(request);
    if (refusal) return refuseMessage(connection, response, refusal);
    if (request.headers.expect !== undefined && expectsContinue(request)) response.writeContinue();
    host.listener(request, response);
  };
  // The second has an Expect that names 100-continue, the third any other.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, take);
  server.on('connect', (_, socket: Socket) => {
    const connection = connections.of(socket);
    if (connection) refuseTunnel(connection, host.allow());
    else socket.destroy();
  });
  server.on('clientError', (error, socket: Socket) => {
    const connection = connections.of(socket);
    if (connection) refuseRest(connection, error);
    else socket.destroy();
  });
  return connections;
}

function addressOf(server: Server, { scheme, host }: ConnectorSettings): string {
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function refused(error: NodeJS.ErrnoException, { host, port }: ConnectorSettings, key: string): StartError {
  if (error.code === 'EADDRINUSE') return new StartError('PORT_IN_USE', String(port), `${key}.port`);
  return new StartError('PORT_REFUSED', `${host}:${port}`, key, error.code ?? error.message);
}

async function close(server: Server, connections: Connections, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  connections.close();
  const deadline = setTimeout(() => connections.destroy(), timeoutMs);
  await closed;
  clearTimeout(deadline);
}
