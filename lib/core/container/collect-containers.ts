import type { Container } from './container';

type Receiver = (container: Container) => void;

/** A global symbol: the command and the project may use two copies of the package. */
const RECEIVER = Symbol.for('koaggregate.run.taker');

const shared = globalThis as { [RECEIVER]?: Receiver };

/**
 * Collects the containers that `run` is called with, instead of starting them, so that a command can inspect a project by
 * loading its main module.
 */
export async function collectContainers(work: () => unknown): Promise<readonly Container[]> {
  const containers: Container[] = [];
  const before = shared[RECEIVER];
  shared[RECEIVER] = (container) => containers.push(container);
  try {
    await work();
  } finally {
    shared[RECEIVER] = before;
  }
  return containers;
}

/** Passes the container to {@link collectContainers} if a command is collecting; returns whether it is. */
export function isCollected(container: Container): boolean {
  shared[RECEIVER]?.(container);
  return shared[RECEIVER] !== undefined;
}
