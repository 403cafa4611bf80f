import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { ConnectorSettings } from '../config/container-configuration';
import type { Limits } from '../config/content-keys';
import { awaitContinue } from '../koa/awaited-continue';
import type { HttpHost } from '../koa/http-host';
import { Connections } from './connections';
import { StartError } from './errors';
import { readKeys } from './key-store';
import { expectsContinue, rejectionOf, rejectMalformed, rejectMessage, rejectTunnel } from './rejected-message';

/** How often Node checks the timeouts of requests. */
const CHECK_INTERVAL_MS = 1000;
/** The connections that may wait to be accepted, unless the system allows fewer. Others try again after a second or more. */
const BACKLOG = 4096;

/** An open port. */
export interface Connector {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Makes each response say `Connection: close`. */
  drain(): void;
  /** Accepts the connections that wait already; those that still wait after the timeout, or at a close, are reset. */
  acceptWaiting(timeoutMs: number): Promise<void>;
  /** Closes the port, and leaves open the connections that it has accepted. */
  leavePort(): void;
  /** Resolves when no connection is open, after {@link leavePort}; or after the timeout. */
  unused(timeoutMs: number): Promise<void>;
  /** Takes no new requests and closes the connections, after the timeout also those of requests in flight. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens a port.
 *
 * @param key  the configuration key: `server.connectors.0`
 * @throws StartError PORT_IN_USE, PORT_UNAVAILABLE, KEY_STORE_UNREADABLE
 */
export async function openConnector(
  settings: ConnectorSettings,
  key: string,
  limits: Limits,
  projectRoot: string,
  host: HttpHost,
): Promise<Connector> {
  const server = createFor(settings, key, limits, projectRoot);
  const connections = serveRequests(server, settings.scheme === 'https', limits, host);
  try {
    server.listen(settings.port, settings.host, BACKLOG);
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, settings, key);
  }
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  let closed: Promise<void> | undefined;
  return {
    address: addressOf(server, settings),
    drain: () => connections.drain(),
    acceptWaiting: (timeoutMs) => acceptWaiting(server, timeoutMs),
    // That of an HTTP server also closes the connections that are idle.
    leavePort: () => void NetServer.prototype.close.call(server),
    unused: (timeoutMs) => within(timeoutMs, ended),
    close(timeoutMs) {
      closed ??= close(server, connections, ended, timeoutMs);
      return closed;
    },
  };
}

function createFor({ scheme, ssl }: ConnectorSettings, key: string, limits: Limits, projectRoot: string): Server {
  const options = {
    // Node counts request line and headers together; the host checks both limits.
    maxHeaderSize: limits.url + limits.headers,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    handshakeTimeout: limits.handshakeTimeoutMs,
    // Node would send a 400 without a problem body.
    requireHostHeader: false,
  };
  if (scheme === 'http' || !ssl) return createServer(options);
  return createSecureServer({ ...options, ...readKeys(ssl, key, projectRoot) });
}

/** Passes requests to the host, and rejects what is not a request. */
function serveRequests(server: Server, isSecure: boolean, limits: Limits, host: HttpHost): Connections {
  // Node would silently drop the headers beyond its limit before they are checked.
  server.maxHeadersCount = 0;
  const connections = new Connections(server, isSecure, limits);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.of(request.socket);
    if (!connection || connection.isGivenUp) return;
    connection.begin(request, response);
    const rejection = rejectionOf(request);
    if (rejection) return rejectMessage(connection, response, rejection, host.rejected);
    if (request.headers.expect !== undefined && expectsContinue(request)) awaitContinue(request);
    host.listener(request, response);
  };
  // Node emits checkContinue for Expect: 100-continue, checkExpectation for any other Expect.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, serve);
  server.on('connect', (request, socket: Socket) => {
    const connection = connections.of(socket);
    if (connection) rejectTunnel(connection, request, host);
    else socket.destroy();
  });
  server.on('clientError', (error, socket: Socket) => {
    const connection = connections.of(socket);
    if (connection) rejectMalformed(connection, error, host.rejected);
    else socket.destroy();
  });
  return connections;
}

function addressOf(server: Server, { scheme, host }: ConnectorSettings): string {
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listenError(error: NodeJS.ErrnoException, { host, port }: ConnectorSettings, key: string): StartError {
  if (error.code === 'EADDRINUSE') return new StartError('PORT_IN_USE', String(port), `${key}.port`);
  return new StartError('PORT_UNAVAILABLE', `${host}:${port}`, key, error.code ?? error.message);
}

/** Node.js accepts one connection in each turn of its event loop, so that many may wait while the process is busy. */
async function acceptWaiting(server: Server, timeoutMs: number): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  let hasAccepted: boolean;
  const note = () => {
    hasAccepted = true;
  };
  server.on('connection', note);
  do {
    hasAccepted = false;
    await new Promise((resolve) => setImmediate(resolve));
  } while (hasAccepted && performance.now() < endMs);
  server.off('connection', note);
}

async function close(server: Server, connections: Connections, ended: Promise<void>, timeoutMs: number): Promise<void> {
  server.close();
  connections.close();
  const deadline = setTimeout(() => connections.destroy(), timeoutMs);
  await ended;
  clearTimeout(deadline);
}

async function within(timeoutMs: number, event: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([event, timeout]);
  clearTimeout(timer);
}
