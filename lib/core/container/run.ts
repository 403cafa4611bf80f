import { ConfigurationError } from '../config/configuration-error';
import { isCollected } from './collect-containers';
import type { Container } from './container';
import { StartError } from './errors';

/**
 * Starts a container as the main program: logs its addresses, and stops it on SIGTERM or SIGINT, also during the start.
 * Further signals wait for the same stop. Then the process exits with 0.
 *
 * If the start or the stop fails, the error is logged and the process exits with 1. Errors with a code are logged without
 * their stack. An unhandled rejection is logged too, and the process exits with 1 after the container has stopped.
 */
export async function run(container: Container): Promise<void> {
  // Never resolves: the main module must not continue as if the container listened.
  if (isCollected(container)) return new Promise(() => undefined);
  let stopping: Promise<void> | undefined;
  const end = () => {
    stopping ??= stop(container);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
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
  if (!stopping) container.logger.info(`${container.name} listens at ${container.addresses.join(', ')}`);
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
