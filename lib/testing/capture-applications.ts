import { type Application, collectContainers } from '../core';

/**
 * Loads a main module, and returns the applications that it passes to `run()`, without starting them.
 *
 * @example `await captureApplications(() => require('../src/main'))`
 */
export async function captureApplications(load: () => unknown): Promise<readonly Application[]> {
  const containers = await collectContainers(async () => {
    await load();
    // The main module may await something before it calls run().
    await new Promise(setImmediate);
  });
  return containers.flatMap((container) => container.inspect());
}
