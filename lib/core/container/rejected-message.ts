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
import type { HttpHost } from '../koa/http-host';
import type { NoteRejection } from '../koa/rejection-log';
import type { Connection } from './connection';

/** The part of the host that rejections need. */
type Rejecting = Pick<HttpHost, 'allow' | 'rejected'>;

/** How long the client may read the response before the connection is destroyed, while it may still be sending. */
const LINGER_MS = 1000;

/**
 * The exception for a message that is rejected whatever its route; undefined for one that is served.
 *
 * @see RFC 9112, "Request Target"; RFC 9110, "Expect"
 */
export function rejectionOf(request: IncomingMessage): HttpException | undefined {
  const { headers, httpVersion } = request;
  if (headers['transfer-encoding'] !== undefined && !isChunked(request)) return new BadRequestException(MALFORMED);
  if (httpVersion === '0.9') return new BadRequestException(MALFORMED);
  if (httpVersion !== '1.1') return undefined;
  if (headers.host === undefined) return new BadRequestException('The header Host is missing.');
  if (headers.expect === undefined || expectsContinue(request)) return undefined;
  return new ExpectationFailedException('Unknown expectation in the header Expect. Only 100-continue is supported.');
}

const MALFORMED = 'The message is not a valid HTTP request.';

/**
 * Whether every proxy agrees with Node about the end of an encoded message. Node also accepts other encodings before
 * `chunked`, and `Transfer-Encoding` with HTTP/1.0.
 *
 * @see RFC 9112, "Message Body Length" and "Request Smuggling"
 */
function isChunked({ headers, httpVersion }: IncomingMessage): boolean {
  return headers['transfer-encoding']?.toLowerCase() === 'chunked' && httpVersion === '1.1';
}

export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/**
 * Rejects a message. The connection is closed if the start of the next message is unknown: after malformed framing, or
 * if the client may or may not send the announced body.
 */
export function rejectMessage(
  connection: Connection,
  response: ServerResponse,
  exception: HttpException,
  rejected?: NoteRejection,
): void {
  const { id, headers, body } = problemResponse(exception);
  rejected?.({ status: exception.status, id, request: response.req });
  const isLast = exception.status === 400 || announcesBody(response.req);
  connection.isGivenUp ||= isLast;
  response.writeHead(exception.status, { ...headers, ...(isLast && { Connection: 'close' }) }).end(body);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Rejects CONNECT, after the pending responses.
 */
export function rejectTunnel(connection: Connection, request: IncomingMessage, host: Rejecting): void {
  const { socket, isGivenUp } = connection;
  // Node has detached the socket: its errors and its end must be handled here.
  socket.on('error', () => socket.destroy()).resume();
  if (isGivenUp) return;
  connection.isGivenUp = true;
  const allow = host.allow();
  const exception = new MethodNotAllowedException(`The method CONNECT is not allowed. Allowed: ${allow}.`, {
    headers: { Allow: allow },
  });
  connection.whenIdle(() =>
    socket.writable ? endWith(socket, exception, host.rejected, request) : socket.destroySoon(),
  );
}

/** Writes a problem response for a request that Node could not parse, after the pending responses. */
export function rejectMalformed(connection: Connection, error: NodeJS.ErrnoException, rejected?: NoteRejection): void {
  if (connection.isGivenUp) return;
  connection.isGivenUp = true;
  const isNewestMalformed = connection.isReceiving;
  if (isNewestMalformed) connection.dropNewest();
  connection.whenIdle(() => {
    const hasResponse = isNewestMalformed && connection.hasBegunResponse;
    if (hasResponse || !connection.socket.writable) connection.socket.destroySoon();
    else endWith(connection.socket, clientException(error.code), rejected);
  });
}

function endWith(
  socket: Socket,
  exception: HttpException,
  rejected: NoteRejection | undefined,
  request?: IncomingMessage,
): void {
  const { id, headers, body } = problemResponse(exception);
  rejected?.({ status: exception.status, id, request });
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${exception.status} ${exception.title}\r\n${lines.join('')}\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

function problemResponse(exception: HttpException) {
  const id = randomUUID();
  const body = JSON.stringify({ ...problemOf(exception), request_id: id });
  const length = String(Buffer.byteLength(body));
  return {
    id,
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
  return new BadRequestException(MALFORMED);
}
