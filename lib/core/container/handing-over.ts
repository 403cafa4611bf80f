import type { Container } from './container';

type Taker = (container: Container) => void;

/** Shared by all copies of the package in a process: the command's, and the project's own. */
const TAKER = Symbol.for('koaggregate.run.taker');

const shared = globalThis as { [TAKER]?: Taker };

/**
 * While it works, `run(container)` starts nothing, and hands its container over: a command looks into a project whose main
 * module runs it.
 */
export async function takingContainers(work: () => unknown): Promise<readonly Container[]> {
  const taken: Container[] = [];
  const before = shared[TAKER];
  shared[TAKER] = (container) => taken.push(container);
  try {
    await work();
  } finally {
    shared[TAKER] = before;
  }
  return taken;
}

/** Whether a command has taken the container. */
export function isHandedOver(container: Container): boolean {
  shared[TAKER]?.(container);
  return shared[TAKER] !== undefined;
}
