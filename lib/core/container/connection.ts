import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outputMark, Standstill } from './standstill';

/** How long a request may stop in the middle of its body when the connection is to be closed. */
const PAUSE_WHILE_CLOSING_MS = 1000;

/** A connection over which requests come, with the responses that are still owed to them, in order. */
export class Connection {
  /** Nothing more that comes over it is served; what is owed still goes out. */
  isGivenUp = false;
  readonly #owed = new Set<ServerResponse>();
  #newest?: { readonly request: IncomingMessage; readonly response: ServerResponse };
  #whenAnswered?: () => void;
  #isClosing = false;
  readonly #output = new Standstill();
  readonly #input = new Standstill();

  /** @param carrier  what carries the bytes: the socket itself, or that below its TLS */
  constructor(
    readonly socket: Socket,
    private readonly carrier: Socket,
  ) {
    socket.once('close', () => this.#endQueued());
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#newest = { request, response };
    this.#owed.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    // It closes once, or is told so twice where the connection broke: the second time nothing is left to do.
    response.on('close', () => {
      if (this.#owed.delete(response) && this.#owed.size === 0) this.#whenAnswered?.();
    });
  }

  /** Whether the newest request has not come to its end. */
  get isReceiving(): boolean {
    return this.#newest?.request.complete === false;
  }

  /** Whether the response to the newest request is on its way, or has gone out. */
  get hasBegunAnswer(): boolean {
    return this.#newest?.response.headersSent === true;
  }

  /** No response is owed to the newest request, which turned out to be broken. */
  disownNewest(): void {
    if (this.#newest) this.#owed.delete(this.#newest.response);
  }

  /** Runs the work after the last response that is owed; at once when there is none. */
  whenAnswered(work: () => void): void {
    this.#whenAnswered = work;
    if (this.#owed.size === 0) work();
  }

  /** Closes after what is owed, of which each response that has not begun says `Connection: close`. */
  close(): void {
    this.#isClosing = true;
    for (const response of this.#owed) response.shouldKeepAlive = false;
    if (this.#owed.size === 0) this.socket.destroySoon();
    else if (!this.isGivenUp) this.whenAnswered(() => this.socket.destroySoon());
  }

  /**
   * Cuts off a client that takes nothing of what waits for it, and one that stops in the middle of a request
   * while the connection is to be closed.
   *
   * @param responseTimeoutMs  0 for no limit
   */
  cutStalled(nowMs: number, responseTimeoutMs: number): void {
    const isOutputStalled =
      responseTimeoutMs > 0 &&
      this.socket.writableLength > 0 &&
      this.#output.lastsMs(outputMark(this.socket, this.carrier), nowMs) >= responseTimeoutMs;
    const isInputStalled =
      this.#isClosing &&
      this.isReceiving &&
      this.#input.lastsMs(`${this.socket.bytesRead}`, nowMs) >= PAUSE_WHILE_CLOSING_MS;
    if (isOutputStalled || isInputStalled) this.socket.destroy();
  }

  /** Node tells only the response that is being sent of a connection that broke, not those queued behind it. */
  #endQueued(): void {
    for (const response of new Set([...this.#owed, this.#newest?.response])) {
      if (response?.socket === null && !response.closed) response.destroy().emit('close');
    }
  }
}
