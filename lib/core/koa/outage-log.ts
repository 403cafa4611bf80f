import type { Logger } from '../http/logger';

const WINDOW_MS = 1000;

/** The failures because of an outage that are not logged yet. */
interface Unlogged {
  count: number;
  /** Logs the last one, with a remark behind its line. */
  log?: (remark: string) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Logs an outage once a second instead of once for each request that fails because of it: the first failure at once, then
 * the last one of each second, with the number of the others.
 */
export class OutageLog {
  readonly #unlogged = new Map<string, Unlogged>();

  constructor(private readonly logger: Logger) {}

  /** @param outage what the failures have in common, such as the code of an error of the database */
  note(outage: string, line: string, error: unknown): void {
    const log = (remark: string) => this.logger.error(line + remark, error);
    const unlogged = this.#unlogged.get(outage);
    if (unlogged) {
      unlogged.count++;
      unlogged.log = log;
      return;
    }
    log('');
    this.#watch(outage);
  }

  /** Logs what has not been logged yet. */
  close(): void {
    for (const [outage, unlogged] of this.#unlogged) {
      clearTimeout(unlogged.timer);
      logLast(outage, unlogged);
    }
    this.#unlogged.clear();
  }

  #watch(outage: string): void {
    const unlogged: Unlogged = { count: 0 };
    this.#unlogged.set(outage, unlogged);
    unlogged.timer = setTimeout(() => {
      this.#unlogged.delete(outage);
      if (unlogged.count === 0) return;
      this.#watch(outage);
      try {
        logLast(outage, unlogged);
      } catch {
        // A logger that fails must not end the process.
      }
    }, WINDOW_MS).unref();
  }
}

function logLast(outage: string, { count, log }: Unlogged): void {
  log?.(count > 1 ? `, as ${count - 1} more requests in this second (${outage})` : '');
}
