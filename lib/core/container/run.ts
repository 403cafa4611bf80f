import { ConfigurationError } from '../config/configuration-error';
import type { Container } from './container';

/**
 * Starts a container as the whole of a process: prints where it listens, and stops on SIGTERM or SIGINT.
 *
 * A start that fails prints what is wrong and ends the process with 1; a mistake that names its own remedy is
 * printed without a stack.
 */
export async function run(container: Container): Promise<void> {
  try {
    await container.start();
  } catch (error) {
    container.logger.error(startFailure(error));
    process.exit(1);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(container));
  container.logger.info(`${container.name} listens at ${container.addresses.join(', ')}`);
}

async function stop(container: Container): Promise<void> {
  try {
    await container.stop();
    process.exit(0);
  } catch (error) {
    container.logger.error('The container did not stop cleanly', error);
    process.exit(1);
  }
}

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The start failed: ${String(error)}`;
  const isExplained = error instanceof ConfigurationError || 'code' in error;
  return `The start failed: ${isExplained ? error.message : (error.stack ?? error.message)}`;
}
