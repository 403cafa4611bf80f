import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { isReady, RETIRE, WORKER_VARIABLE } from './worker-messages';

/** How a process ended: an exit code, or the name of a signal. */
export type Ending = number | string;

/** A process that runs the program of this one and serves its ports. */
export class WorkerProcess {
  /** Resolves with its addresses once its ports are open, or with undefined if it ends before. */
  readonly ready: Promise<readonly string[] | undefined>;
  readonly ended: Promise<Ending>;
  /** Whether it has been told to end. */
  isRetired = false;
  readonly startedAtMs = performance.now();
  readonly #worker: Worker;

  constructor() {
    this.#worker = cluster.fork({ [WORKER_VARIABLE]: 'true' });
    this.ended = once(this.#worker, 'exit').then(([code, signal]) => (signal ?? code) as Ending);
    this.ready = new Promise((resolve) => {
      this.#worker.on('message', (message: unknown) => isReady(message) && resolve(message.addresses));
      void this.ended.then(() => resolve(undefined));
    });
    // Emitted if the process cannot be started, or a message cannot be sent to one that has ended.
    this.#worker.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Lets it serve what it has begun, and close its connections after their next response. */
  retire(): void {
    this.isRetired = true;
    if (this.#worker.isConnected()) this.#worker.send(RETIRE);
  }

  stop(): void {
    this.isRetired = true;
    this.#worker.process.kill('SIGTERM');
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
