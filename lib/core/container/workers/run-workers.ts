import type { Logger } from '../../http/logger';
import type { Connector } from '../connector';
import { hasTerminal } from './has-terminal';
import { PoolReports } from './pool-reports';
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
  openAdmin(reports: PoolReports): Promise<Connector | undefined>;
}

/**
 * Runs the program of this process in several ones, until SIGTERM or SIGINT. SIGHUP replaces them one after the other, without a
 * request being lost; the new ones read code and configuration again. When the terminal is closed, it stops.
 *
 * The process exits with 1 if a worker does not start at first, or one does not stop cleanly.
 */
export async function runWorkers(container: Served): Promise<void> {
  const { name, logger, workers, stopMs } = container;
  const pool = new WorkerPool(logger, workers, stopMs + EXTRA_MS);
  let stopping: Promise<void> | undefined;
  const end = () => {
    stopping ??= stop(pool);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  let isServing = false;
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) end();
    else if (isServing) void restart(pool, logger);
  });
  const admin = await openAdmin(container, pool);
  const addresses = admin === 'failed' ? undefined : await pool.start();
  if (stopping) return stopping;
  if (!addresses) {
    // The reason has been logged.
    process.exitCode = 1;
    end();
    return stopping;
  }
  isServing = true;
  const places = admin === 'none' ? '' : `; its admin port is ${admin}`;
  logger.info(
    `${name} listens at ${addresses.join(', ')} with ${workers === 1 ? '1 worker' : `${workers} workers`}${places}`,
  );
}

/** The address of the port for operators, or what else became of it. */
async function openAdmin(container: Served, pool: WorkerPool): Promise<string> {
  try {
    const { address = 'none' } = (await container.openAdmin(new PoolReports(pool))) ?? {};
    return address;
  } catch (error) {
    container.logger.error(`The start failed: ${(error as Error).message}`);
    return 'failed';
  }
}

async function stop(pool: WorkerPool): Promise<void> {
  if (!(await pool.stop())) process.exitCode = 1;
  process.exit();
}

async function restart(pool: WorkerPool, logger: Logger): Promise<void> {
  logger.info('The workers are replaced');
  await pool.restart();
}
