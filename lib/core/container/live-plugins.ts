import type { LivesWithApplication } from './life-cycle';
import { failuresOf } from './lifetime';
import { within } from './within';

/** The plugins that live with an application: initialised and destroyed in the order registered. */
export class LivePlugins<A> {
  readonly #initialised: LivesWithApplication<A>[] = [];

  /** @throws what the plugin throws, which then is not among those to destroy */
  async init(plugin: LivesWithApplication<A>, application: A): Promise<void> {
    await plugin.init(application);
    this.#initialised.push(plugin);
  }

  /**
   * Destroys all, also when one fails or takes longer than it may; then rejects with the first failure.
   *
   * @throws StopError, or what a plugin throws
   */
  async destroy(timeoutMs: number): Promise<void> {
    const failures: unknown[] = [];
    for (const plugin of this.#initialised.splice(0)) {
      const destroyed = () => within(() => plugin.destroy(), timeoutMs, `${plugin.constructor.name}.destroy()`);
      failures.push(...(await failuresOf(destroyed)));
    }
    if (failures.length > 0) throw failures[0];
  }
}
