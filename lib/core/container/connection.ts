import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outputProgress, StallTimer } from './stall-timer';

/** How long a request body may stall once the connection is closing. */
const PAUSE_WHILE_CLOSING_MS = 1000;

/** A client connection and the responses that are pending on it. */
export class Connection {
  /** Whether further requests are ignored; pending responses are still sent. */
  isGivenUp = false;
  readonly #pending = new Set<ServerResponse>();
  #newest?: { readonly request: IncomingMessage; readonly response: ServerResponse };
  #onIdle?: () => void;
  #isDraining = false;
  #isClosing = false;
  readonly #output = new StallTimer();
  readonly #input = new StallTimer();

  /** @param carrier  the TCP socket: the socket itself, or the one below its TLS */
  constructor(
    readonly socket: Socket,
    private readonly carrier: Socket,
  ) {
    socket.once('close', () => this.#endQueued());
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#newest = { request, response };
    this.#pending.add(response);
    if (this.#isClosing || this.#isDraining) response.shouldKeepAlive = false;
    // A broken connection may emit it twice.
    response.on('close', () => {
      if (this.#pending.delete(response) && this.#pending.size === 0) this.#onIdle?.();
    });
  }

  /** Whether the newest request is incomplete. */
  get isReceiving(): boolean {
    return this.#newest?.request.complete === false;
  }

  /** Whether the response to the newest request has begun. */
  get hasBegunResponse(): boolean {
    return this.#newest?.response.headersSent === true;
  }

  /** Expects no response to the newest request, which is malformed. */
  dropNewest(): void {
    if (this.#newest) this.#pending.delete(this.#newest.response);
  }

  /** Calls a function after the last pending response, at once if there is none. */
  whenIdle(callback: () => void): void {
    this.#onIdle = callback;
    if (this.#pending.size === 0) callback();
  }

  /** Makes responses that have not begun, and later ones, say `Connection: close`. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#pending) response.shouldKeepAlive = false;
  }

  /** Closes after the pending responses; those that have not begun get `Connection: close`. */
  close(): void {
    this.#isClosing = true;
    for (const response of this.#pending) response.shouldKeepAlive = false;
    if (this.#isDraining && !this.#newest) this.#awaitRequest();
    else if (this.#pending.size === 0) this.socket.destroySoon();
    else if (!this.isGivenUp) this.whenIdle(() => this.socket.destroySoon());
  }

  /**
   * Destroys the connection if the client does not read its response, or stalls in a request while the connection is
   * closing.
   *
   * @param responseTimeoutMs  0 for no limit
   */
  cutStalled(nowMs: number, responseTimeoutMs: number): void {
    const isOutputStalled =
      responseTimeoutMs > 0 &&
      this.socket.writableLength > 0 &&
      this.#output.stalledMs(outputProgress(this.socket, this.carrier), nowMs) >= responseTimeoutMs;
    const isInputStalled =
      this.#isClosing &&
      this.isReceiving &&
      this.#input.stalledMs(`${this.socket.bytesRead}`, nowMs) >= PAUSE_WHILE_CLOSING_MS;
    if (isOutputStalled || isInputStalled) this.socket.destroy();
  }

  /** The first request of a connection that was accepted at last may be on its way. */
  #awaitRequest(): void {
    const end = () => this.socket.destroySoon();
    const timer = setTimeout(() => {
      if (this.#newest) this.whenIdle(end);
      else end();
    }, PAUSE_WHILE_CLOSING_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** Node emits `close` only on the response that is being sent, not on those queued behind it. */
  #endQueued(): void {
    for (const response of new Set([...this.#pending, this.#newest?.response])) {
      if (response?.socket === null && !response.closed) response.destroy().emit('close');
    }
  }
}
