import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ConnectorSettings } from '../config/container-configuration';
import type { Limits } from '../config/content-keys';
import { BadRequestException, RequestHeaderFieldsTooLargeException, RequestTimeoutException } from '../http/exceptions';
import type { HttpException } from '../http/http-exception';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import { StartError } from './errors';
import { readKeys } from './key-store';

/** How often Node looks for requests that take too long. */
const CHECK_INTERVAL_MS = 1000;
const IDLE_CHECK_MS = 25;

/** Connections of which nothing more is read, while their last answer goes out. */
const givenUp = new WeakSet<Socket>();

/** One open port. */
export interface Connector {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no new request, lets those in flight finish for so long, then cuts them off. */
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
  listener: RequestListener,
): Promise<Connector> {
  const server = createFor(settings, limits, projectRoot, listener);
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error, socket) =>
    answerClientError(error, socket as Socket, answers.get(socket as Socket)),
  );
  server.keepAliveTimeout = limits.keepAliveTimeoutMs;
  try {
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
  } catch (error) {
    throw refused(error as NodeJS.ErrnoException, settings, key);
  }
  return { address: addressOf(server, settings), close: (timeoutMs) => close(server, timeoutMs) };
}

function createFor(
  { scheme, ssl }: ConnectorSettings,
  limits: Limits,
  projectRoot: string,
  listener: RequestListener,
): Server {
  const options = {
    // Node counts request line and headers together; the two are told apart later.
    maxHeaderSize: limits.url + limits.headers,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
  };
  const strict = onlyPlainlyFramed(listener);
  if (scheme === 'http' || !ssl) return createServer(options, strict);
  return createSecureServer({ ...options, ...readKeys(ssl, projectRoot) }, strict);
}

/**
 * Refuses a message of which a proxy may have seen the end at another place, and whatever comes after it on the
 * connection: Node has begun to read the next request by then.
 *
 * @see RFC 9112, "Message Body Length" and "Request Smuggling"
 */
function onlyPlainlyFramed(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (givenUp.has(request.socket)) return;
    if (isPlainlyFramed(request)) return listener(request, response);
    givenUp.add(request.socket);
    const { exception, headers, body } = problemAnswer(new BadRequestException('This is not an HTTP request.'));
    response.writeHead(exception.status, { ...headers, Connection: 'close' }).end(body);
  };
}

/** Node also takes a list that ends in `chunked`, HTTP/1.0 with one, which has no such header, and HTTP/0.9. */
function isPlainlyFramed({ headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return httpVersion !== '0.9';
  return encoding.toLowerCase() === 'chunked' && httpVersion === '1.1';
}

function addressOf(server: Server, { scheme, host }: ConnectorSettings): string {
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function refused(error: NodeJS.ErrnoException, { host, port }: ConnectorSettings, key: string): StartError {
  if (error.code === 'EADDRINUSE') return new StartError('PORT_IN_USE', String(port), `${key}.port`);
  return new StartError('PORT_REFUSED', `${host}:${port}`, key, error.code ?? error.message);
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that is kept alive becomes idle only when its answer has gone out.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/** What Node refuses before there is a request is answered like every other error. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, answer: ServerResponse | undefined): void {
  if (givenUp.has(socket)) return;
  const isAnswering = answer?.headersSent && !answer.writableFinished;
  if (!socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const { exception, headers, body } = problemAnswer(clientException(error.code));
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${exception.status} ${exception.title}\r\n${lines.join('')}\r\n${body}`);
}

function problemAnswer(exception: HttpException) {
  const id = randomUUID();
  const body = JSON.stringify({ ...problemOf(exception), request_id: id });
  const length = String(Buffer.byteLength(body));
  return {
    exception,
    body,
    headers: { 'Content-Type': PROBLEM_MEDIA_TYPE, 'Content-Length': length, 'X-Request-Id': id },
  };
}

function clientException(code: string | undefined): HttpException {
  if (code === 'HPE_HEADER_OVERFLOW') return new RequestHeaderFieldsTooLargeException('URL and headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeoutException('The request did not arrive in time.');
  return new BadRequestException('This is not an HTTP request.');
}
