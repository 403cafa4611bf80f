import type { Logger } from '../../http/logger';
import { backoffMs } from './backoff';
import { WorkerProcess } from './worker-process';

/** A worker that has served this long has not failed at its start. */
const SETTLED_MS = 60_000;

/**
 * Processes that serve the same ports. One that ends by itself is replaced, after a while if that happens again and again.
 *
 * @see https://nodejs.org/api/cluster.html
 */
export class WorkerPool {
  #workers: WorkerProcess[] = [];
  #deaths = 0;
  #isStopping = false;
  /** Ends the pauses before a replacement. */
  readonly #pauses = new Set<() => void>();
  #restarting?: Promise<void>;
  #isRestartWanted = false;

  /** @param stopMs  how long a worker has to end what it has begun, before it is killed */
  constructor(
    private readonly logger: Logger,
    readonly count: number,
    private readonly stopMs: number,
  ) {}

  /**
   * Starts one worker, which may create tables, and then the others. Returns their addresses; undefined if one ends before its
   * ports are open.
   */
  async start(): Promise<readonly string[] | undefined> {
    const addresses = await this.#add().ready;
    if (!addresses || this.#isStopping) return undefined;
    const others = Array.from({ length: this.count - 1 }, () => this.#add().ready);
    const areReady = (await Promise.all(others)).every((ready) => ready !== undefined);
    for (const worker of this.#workers) void this.#watch(worker);
    return areReady ? addresses : undefined;
  }

  /**
   * Replaces each worker by a new one, which serves before the old one ends. If a new one does not start, the others are left as
   * they are. During a restart, the next one begins after it.
   */
  restart(): Promise<void> {
    this.#isRestartWanted = true;
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  /** Ends all workers. @returns whether all of them ended as they should */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    for (const end of this.#pauses) end();
    const workers = [...this.#workers];
    for (const worker of workers) worker.stop();
    const endings = await Promise.all(workers.map((worker) => worker.endWithin(this.stopMs)));
    return endings.every((ending) => ending === 0);
  }

  /** Those that serve and have not been replaced. */
  get serving(): readonly WorkerProcess[] {
    return this.#workers.filter(({ isServing, isRetired }) => isServing && !isRetired);
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  #add(): WorkerProcess {
    const worker = new WorkerProcess();
    this.#workers.push(worker);
    void worker.ended.then(() => {
      this.#workers = this.#workers.filter((one) => one !== worker);
    });
    return worker;
  }

  async #watch(worker: WorkerProcess): Promise<void> {
    const ending = await worker.ended;
    if (worker.isRetired || this.#isStopping) return;
    this.#deaths = performance.now() - worker.startedAtMs >= SETTLED_MS ? 1 : this.#deaths + 1;
    const pauseMs = backoffMs(this.#deaths);
    this.logger.error(`Worker ${worker.pid} ended (${ending}): another one starts in ${pauseMs} ms`);
    await this.#pause(pauseMs);
    if (!this.#isStopping) void this.#watch(this.#add());
  }

  async #restart(): Promise<void> {
    while (this.#isRestartWanted && !this.#isStopping) {
      this.#isRestartWanted = false;
      for (const old of this.#workers.filter(({ isRetired }) => !isRetired)) if (!(await this.#replace(old))) break;
    }
  }

  /** Returns whether the restart may go on. */
  async #replace(old: WorkerProcess): Promise<boolean> {
    if (this.#isStopping) return false;
    if (!this.#workers.includes(old)) return true;
    // Should it end meanwhile, it has its replacement.
    old.isRetired = true;
    const next = this.#add();
    if (await next.ready) {
      void this.#watch(next);
      old.retire();
      void old.endWithin(this.stopMs);
      return true;
    }
    old.isRetired = false;
    if (!this.#workers.includes(old)) void this.#watch(old);
    if (!this.#isStopping) this.logger.error('The restart ended, since a new worker did not start: the others go on');
    return false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#pauses.add(end);
    });
  }
}
