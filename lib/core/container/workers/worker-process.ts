import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { hasLeft, isOfKind, isReady, LEFT, RETIRE, WORKER_VARIABLE } from './worker-messages';
import type { Question, Questions, Reply } from './worker-questions';

/** How long a worker has for a reply. */
const REPLY_MS = 2000;

/** How a process ended: an exit code, or the name of a signal. */
export type Ending = number | string;

/** A process that runs the program of this one and serves its ports. */
export class WorkerProcess {
  /** Resolves with its addresses once its ports are open, or with undefined if it ends before. */
  readonly ready: Promise<readonly string[] | undefined>;
  readonly ended: Promise<Ending>;
  /** Whether it has been told to end. */
  isRetired = false;
  /** Whether its ports are open. */
  isServing = false;
  readonly startedAtMs = performance.now();
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #questions = 0;

  constructor() {
    this.#worker = cluster.fork({ [WORKER_VARIABLE]: 'true' });
    this.ended = once(this.#worker, 'exit').then(([code, signal]) => (signal ?? code) as Ending);
    this.ready = new Promise((resolve) => {
      this.#worker.on('message', (message: unknown) => {
        if (isOfKind<Reply>(message, 'reply')) return this.#waiting.get(message.id)?.(message.value);
        if (hasLeft(message)) return this.#send(LEFT);
        if (!isReady(message)) return;
        this.isServing = true;
        resolve(message.addresses);
      });
      void this.ended.then(() => {
        this.isServing = false;
        resolve(undefined);
      });
    });
    // Emitted if the process cannot be started, or a message cannot be sent to one that has ended.
    this.#worker.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Undefined if it does not reply in time. */
  async ask<N extends keyof Questions>(
    name: N,
    ...parts: Parameters<Questions[N]>
  ): Promise<Awaited<ReturnType<Questions[N]>> | undefined> {
    if (!this.#worker.isConnected()) return undefined;
    const id = ++this.#questions;
    let timer: NodeJS.Timeout | undefined;
    const value = await new Promise<unknown>((resolve) => {
      timer = setTimeout(resolve, REPLY_MS);
      this.#waiting.set(id, resolve);
      this.#worker.send({ koaggregate: 'question', id, name, parts } satisfies Question);
    });
    clearTimeout(timer);
    this.#waiting.delete(id);
    return value as Awaited<ReturnType<Questions[N]>> | undefined;
  }

  /** Lets it serve what it has begun, and close its connections after their next response. */
  retire(): void {
    this.isRetired = true;
    this.#send(RETIRE);
  }

  stop(): void {
    this.isRetired = true;
    this.#worker.process.kill('SIGTERM');
  }

  /** Kills it if it has not ended by then. */
  async endWithin(ms: number): Promise<Ending> {
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), ms);
    const ending = await this.ended;
    clearTimeout(timer);
    return ending;
  }

  #send(message: object): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }
}
