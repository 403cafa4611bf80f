import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The response to one request of an {@link OpenLoad}; its status is 0 if there was none. */
export interface Received {
  readonly status: number;
  /** When it was due, by the clock of the load. */
  readonly dueMs: number;
  readonly tookMs: number;
  readonly retryAfterS: number;
}

const TICK_MS = 2;
const CONNECTIONS = 256;
const SETTLE_MS = 10_000;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * GET requests at a steady rate over connections that are kept alive, whether earlier ones have been responded to or not: the
 * client does as little as it can, since it shares the machine with the server. The times count from when a request is due.
 */
export class OpenLoad {
  readonly received: Received[] = [];
  readonly #idle: Line[] = [];
  readonly #waiting: ((line: Line) => void)[] = [];
  readonly #all = new Set<Line>();
  #pending = 0;
  readonly #host: string;
  readonly #port: number;

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Opens the connections, one after the other, since a server accepts one in each turn of its event loop. */
  async open(path: string): Promise<void> {
    const [needed, before] = [CONNECTIONS - this.#all.size, this.#pending];
    for (let one = 0; one < needed; one++) {
      const line = this.#open();
      this.#pending++;
      line.send(path, (_status, _retryAfterS, isReusable) => {
        this.#pending--;
        if (isReusable) this.#giveBack(line);
      });
      while (this.#pending > before) await setTimeout(1);
    }
  }

  /** Sends for a while. */
  async run(perSecond: number, forMs: number, next: (index: number) => string): Promise<void> {
    const begun = performance.now();
    let sent = 0;
    for (let passed = 0; passed < forMs; passed = performance.now() - begun) {
      for (const due = (passed * perSecond) / 1000; sent < due; sent++) {
        this.#send(next(sent), begun + (sent * 1000) / perSecond);
      }
      await setTimeout(TICK_MS);
    }
  }

  /** Keeps some connections busy for a while. @returns the responses per second */
  async saturate(connections: number, forMs: number, next: (index: number) => string): Promise<number> {
    const begun = performance.now();
    const before = this.received.length;
    let sent = 0;
    const again = () => {
      if (performance.now() - begun < forMs) this.#send(next(sent++), performance.now(), again);
    };
    for (let one = 0; one < connections; one++) again();
    await setTimeout(forMs);
    const perSecond = ((this.received.length - before) * 1000) / (performance.now() - begun);
    await this.#settle(SETTLE_MS);
    return perSecond;
  }

  /** Waits for the responses that are missing, and closes the connections. */
  async end(): Promise<void> {
    await this.#settle(SETTLE_MS);
    for (const line of this.#all) line.close();
  }

  async #settle(withinMs: number): Promise<void> {
    const endMs = performance.now() + withinMs;
    while (this.#pending > 0 && performance.now() < endMs) await setTimeout(TICK_MS);
  }

  #send(path: string, dueMs: number, ended?: () => void): void {
    this.#pending++;
    const on = (line: Line) =>
      line.send(path, (status, retryAfterS, isReusable) => {
        this.#pending--;
        this.received.push({ status, dueMs, tookMs: performance.now() - dueMs, retryAfterS });
        if (isReusable) this.#giveBack(line);
        ended?.();
      });
    const line = this.#idle.shift() ?? (this.#all.size < CONNECTIONS ? this.#open() : undefined);
    if (line) on(line);
    else this.#waiting.push(on);
  }

  #giveBack(line: Line): void {
    const next = this.#waiting.shift();
    if (next) next(line);
    else this.#idle.push(line);
  }

  #open(): Line {
    const line = new Line(connect(this.#port, this.#host), `${this.#host}:${this.#port}`, () => {
      const index = this.#idle.indexOf(line);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#all.delete(line);
      const next = this.#waiting.shift();
      if (next) next(this.#open());
    });
    this.#all.add(line);
    return line;
  }
}

type Done = (status: number, retryAfterS: number, isReusable: boolean) => void;

/** A connection with one request at a time. */
class Line {
  #done?: Done;
  #head: Buffer | undefined;
  #status = 0;
  #retryAfterS = 0;
  #missing = 0;

  constructor(
    private readonly socket: Socket,
    private readonly host: string,
    private readonly closed: () => void,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed();
      this.#end(0, false);
    });
  }

  send(path: string, done: Done): void {
    this.#done = done;
    this.#status = 0;
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.host}\r\n\r\n`);
  }

  close(): void {
    this.socket.destroy();
  }

  /** All responses have a Content-Length. */
  #read(chunk: Buffer): void {
    if (this.#status !== 0) return this.#count(chunk.length);
    const data = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
    const end = data.indexOf(HEAD_END);
    this.#head = end < 0 ? data : undefined;
    if (end < 0) return;
    const head = data.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#retryAfterS = this.#status === 503 ? Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 0) : 0;
    this.#count(data.length - end - HEAD_END.length);
  }

  #count(bytes: number): void {
    this.#missing -= bytes;
    if (this.#missing <= 0) this.#end(this.#status, true);
  }

  #end(status: number, isReusable: boolean): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(status, this.#retryAfterS, isReusable);
  }
}
