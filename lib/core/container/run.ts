import { ConfigurationError } from '../config/configuration-error';
import type { Container } from './container';
import { StartError } from './errors';
import { isHandedOver } from './handing-over';

/**
 * Starts a container as the whole of a process: prints where it listens, and stops on SIGTERM or SIGINT, also during
 * the start. Further signals wait for that stop, which is bound in time; then the process ends with 0.
 *
 * A start or a stop that fails prints what is wrong and ends the process with 1; a mistake that names its own remedy
 * is printed without a stack.
 */
export async function run(container: Container): Promise<void> {
  // A main module must not go on as if its container listened.
  if (isHandedOver(container)) return new Promise(() => undefined);
  let stopping: Promise<void> | undefined;
  const onSignal = () => {
    stopping ??= stop(container);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  try {
    await container.start();
  } catch (error) {
    if (!isStopped(error)) fail(container, startFailure(error));
    if (stopping) return stopping;
    process.exit();
  }
  if (!stopping) container.logger.info(`${container.name} listens at ${container.addresses.join(', ')}`);
}

/** The process ends here and not when nothing is left to do: the domain code may have left timers and sockets open. */
async function stop(container: Container): Promise<void> {
  try {
    await container.stop();
  } catch (error) {
    fail(container, 'The container did not stop cleanly', error);
  }
  process.exit();
}

/** A message of ours may have several lines, of which a log takes one after another. */
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
