import { ConfigurationError } from '../config/configuration-error';
import { isCollected } from './collect-containers';
import type { Container } from './container';
import { StartError } from './errors';
import { runWorkers } from './workers/run-workers';
import { isWorker, onRetire, reportReady } from './workers/worker-messages';
import { replyToQuestions } from './workers/worker-questions';

/**
 * Starts a container as the main program: logs its addresses, and stops it on SIGTERM, SIGINT or SIGHUP, also during the start.
 * Further signals wait for the same stop. Then the process exits with 0. With `server.workers`, other processes run the same
 * program and serve its ports.
 *
 * If the start or the stop fails, the error is logged and the process exits with 1. Errors with a code are logged without
 * their stack. An unhandled rejection is logged too, and the process exits with 1 after the container has stopped.
 */
export async function run(container: Container): Promise<void> {
  // Never resolves: the main module must not continue as if the container listened.
  if (isCollected(container)) return new Promise(() => undefined);
  if (!isWorker() && hasWorkers(container)) return runWorkers(container);
  let stopping: Promise<void> | undefined;
  const end = () => {
    stopping ??= stop(container);
  };
  replyToQuestions(container);
  onRetire(() => {
    container.beginHandOver();
    end();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      container.endHandOver();
      end();
    });
  // To a worker, it is a matter of the first process.
  process.on('SIGHUP', isWorker() ? () => undefined : end);
  process.on('unhandledRejection', (reason) => {
    fail(container, 'A promise was rejected and nothing handled it: the container stops', reason);
    end();
  });
  try {
    await container.start();
  } catch (error) {
    if (!isStopped(error)) fail(container, startFailure(error));
    if (stopping) return stopping;
    process.exit();
  }
  if (stopping) return;
  if (isWorker()) reportReady(container.addresses);
  else container.logger.info(`${container.name} listens at ${placesOf(container)}`);
}

function placesOf({ addresses, adminAddress }: Container): string {
  const publicPlaces = addresses.join(', ');
  return adminAddress === undefined ? publicPlaces : `${publicPlaces}; its admin port is ${adminAddress}`;
}

/** False if the configuration cannot be read, which the start reports. */
function hasWorkers(container: Container): boolean {
  try {
    return container.hasWorkers;
  } catch {
    return false;
  }
}

/** Exits explicitly: application code may have left timers and sockets open. */
async function stop(container: Container): Promise<void> {
  try {
    await container.stop();
  } catch (error) {
    fail(container, 'The container did not stop cleanly', error);
  }
  process.exit();
}

/** Logs each line of the message on its own. */
function fail({ logger }: Container, message: string, ...details: readonly unknown[]): void {
  const [first = '', ...others] = message.split('\n');
  logger.error(first, ...details);
  for (const line of others) logger.error(line);
  process.exitCode = 1;
}

function isStopped(error: unknown): boolean {
  return error instanceof StartError && error.code === 'STOPPED_DURING_START';
}

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The start failed: ${String(error)}`;
  const isExplained = error instanceof ConfigurationError || 'code' in error;
  return `The start failed: ${isExplained ? error.message : (error.stack ?? error.message)}`;
}
