import { type Application, collectContainers } from '../core';

/**
 * The applications that a main module would run: it is loaded, and what it hands to `run()` is not started.
 *
 * @example `await takeApplications(() => require('../src/main'))`
 */
export async function takeApplications(load: () => unknown): Promise<readonly Application[]> {
  const containers = await collectContainers(async () => {
    await load();
    // A main module may await something before it runs its container.
    await new Promise(setImmediate);
  });
  return containers.flatMap((container) => container.inspect());
}
