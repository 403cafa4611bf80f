import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  BadRequestException,
  ExpectationFailedException,
  MethodNotAllowedException,
  RequestHeaderFieldsTooLargeException,
  RequestTimeoutException,
} from '../http/exceptions';
import type { HttpException } from '../http/http-exception';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import type { Connection } from './connection';

/** How long a client may take to read why it was refused; one that goes on sending would not see it otherwise. */
const LINGER_MS = 1000;

/**
 * Why a message is refused whatever it asks for: undefined when it is not.
 *
 * @see RFC 9112, "Request Target"; RFC 9110, "Expect"
 */
export function refusalOf(request: IncomingMessage): HttpException | undefined {
  const { headers, httpVersion } = request;
  const isPlain = headers['transfer-encoding'] === undefined && httpVersion !== '0.9';
  if (!isPlain && !isPlainlyChunked(request)) return new BadRequestException('This is not an HTTP request.');
  if (httpVersion !== '1.1') return undefined;
  if (headers.host === undefined) return new BadRequestException('The header Host is missing.');
  if (headers.expect === undefined || expectsContinue(request)) return undefined;
  return new ExpectationFailedException('Unknown expectation in the header Expect. Only 100-continue is supported.');
}

/**
 * Whether a proxy sees the end of a message at the same place.
 *
 * Node also takes a list that ends in `chunked`, HTTP/1.0 with one, which has no such header, and HTTP/0.9.
 *
 * @see RFC 9112, "Message Body Length" and "Request Smuggling"
 */
function isPlainlyChunked({ headers, httpVersion }: IncomingMessage): boolean {
  return headers['transfer-encoding']?.toLowerCase() === 'chunked' && httpVersion === '1.1';
}

export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/**
 * Refuses a message, and whatever comes after it on the connection, where the next message cannot be told from the rest
 * of this one: where its framing is at fault, or nobody knows whether the client sends the body that it has announced.
 */
export function refuseMessage(connection: Connection, response: ServerResponse, refusal: HttpException): void {
  const { exception, headers, body } = problemAnswer(refusal);
  const isLast = refusal.status === 400 || announcesBody(response.req);
  connection.isGivenUp ||= isLast;
  response.writeHead(exception.status, { ...headers, ...(isLast && { Connection: 'close' }) }).end(body);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Refuses to become a tunnel, after the responses that are owed to the requests before it.
 *
 * @param allow  the methods that there are
 */
export function refuseTunnel(connection: Connection, allow: string): void {
  const { socket, isGivenUp } = connection;
  // Node has let go of the socket: nobody else listens for its errors, or reads its end.
  socket.on('error', () => socket.destroy()).resume();
  if (isGivenUp) return;
  connection.isGivenUp = true;
  const refusal = new MethodNotAllowedException(`CONNECT is not one of ${allow}.`, { headers: { Allow: allow } });
  connection.whenAnswered(() => (socket.writable ? endWith(socket, refusal) : socket.destroySoon()));
}

/**
 * Answers what Node refuses before there is a request like every other error, after the responses that are owed to
 * the requests before it.
 */
export function refuseRest(connection: Connection, error: NodeJS.ErrnoException): void {
  if (connection.isGivenUp) return;
  connection.isGivenUp = true;
  const isNewestBroken = connection.isReceiving;
  if (isNewestBroken) connection.disownNewest();
  connection.whenAnswered(() => {
    const isAnswered = isNewestBroken && connection.hasBegunAnswer;
    if (isAnswered || !connection.socket.writable) connection.socket.destroySoon();
    else endWith(connection.socket, clientException(error.code));
  });
}

function endWith(socket: Socket, refusal: HttpException): void {
  const { exception, headers, body } = problemAnswer(refusal);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${exception.status} ${exception.title}\r\n${lines.join('')}\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

function problemAnswer(exception: HttpException) {
  const id = randomUUID();
  const body = JSON.stringify({ ...problemOf(exception), request_id: id });
  const length = String(Buffer.byteLength(body));
  return {
    exception,
    body,
    headers: {
      ...exception.headers,
      'Content-Type': PROBLEM_MEDIA_TYPE,
      'Content-Length': length,
      'X-Request-Id': id,
    },
  };
}

function clientException(code: string | undefined): HttpException {
  if (code === 'HPE_HEADER_OVERFLOW') return new RequestHeaderFieldsTooLargeException('URL and headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeoutException('The request did not arrive in time.');
  return new BadRequestException('This is not an HTTP request.');
}
