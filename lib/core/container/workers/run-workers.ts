import type { Logger } from '../../http/logger';
import { hasTerminal } from './has-terminal';
import { WorkerPool } from './worker-pool';

/** Added to the time in which a worker ends what it has begun, before it is killed. */
const EXTRA_MS = 5000;

/** What the primary process needs to know of the container that its workers run. */
interface Served {
  readonly name: string;
  readonly logger: Logger;
  readonly workers: number;
  /** How long a worker takes to stop, at most. */
  readonly stopMs: number;
}

/**
 * Runs the program of this process in several ones, until SIGTERM or SIGINT. SIGHUP replaces them one after the other, without a
 * request being lost; the new ones read code and configuration again. When the terminal is closed, it stops.
 *
 * The process exits with 1 if a worker does not start at first, or one does not stop cleanly.
 */
export async function runWorkers({ name, logger, workers, stopMs }: Served): Promise<void> {
  const pool = new WorkerPool(logger, workers);
  let stopping: Promise<void> | undefined;
  const end = () => {
    stopping ??= stop(pool, stopMs + EXTRA_MS);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  let isServing = false;
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) end();
    else if (isServing) void restart(pool, logger);
  });
  const addresses = await pool.start();
  if (stopping) return stopping;
  if (!addresses) {
    // The worker has said why.
    process.exitCode = 1;
    end();
    return stopping;
  }
  isServing = true;
  logger.info(`${name} listens at ${addresses.join(', ')} with ${workers === 1 ? '1 worker' : `${workers} workers`}`);
}

async function stop(pool: WorkerPool, timeoutMs: number): Promise<void> {
  if (!(await pool.stop(timeoutMs))) process.exitCode = 1;
  process.exit();
}

async function restart(pool: WorkerPool, logger: Logger): Promise<void> {
  logger.info('The workers are replaced');
  await pool.restart();
}
